/** Where the session is kept; apart from its schema, for the service worker. */
export const SESSION_KEY = 'club.session';
