/** Storage key of the session, in a separate file so the service worker doesn't load the schema. */
export const SESSION_KEY = 'club.session';
