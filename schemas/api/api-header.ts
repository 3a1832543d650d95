/**
 * Header on every response of the server's API and files. A proxy or captive portal that answers instead
 * doesn't send it, and neither do servers up to 3.9.4.
 */
export const API_HEADER = 'x-club-api';
export const API_HEADER_VALUE = '1';
