/** The name under which the page asks for a background sync, and the browser tells the worker of it. */
export const OUTBOX_SYNC_TAG = 'club-outbox';
