/** Storage key of the session, in its own file so the service worker doesn't load the schema. */
export const SESSION_KEY = 'club.session';
