/** Background-sync tag that the page registers and the service worker receives. */
export const OUTBOX_SYNC_TAG = 'club-outbox';
