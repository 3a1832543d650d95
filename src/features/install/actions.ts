/** Install notices for other features. */
export { InAppNotice } from './in-app-notice.tsx';
export { InstallNotice } from './install-notice.tsx';
