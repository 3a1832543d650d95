/** Install notices for other features. */
export { InAppNotice } from './install-notice.tsx';
export { InstallNotice } from './install-notice.tsx';
