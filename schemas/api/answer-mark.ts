/**
 * The header that the server puts on every answer of its API and its files. A proxy or a captive portal that
 * answers in place of the server does not send it. Servers up to 3.9.4 do not send it either.
 */
export const API_HEADER = 'x-club-api';
/** The value of that header. */
export const API_HEADER_VALUE = '1';
