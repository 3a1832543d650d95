/** What other features show of installing the app. */
export { InAppNotice } from './in-app-notice.tsx';
export { InstallNotice } from './install-notice.tsx';
