/**
 * Header on every response of the server's API and files. Proxies and captive portals that respond instead don't send
 * it, nor do servers up to 3.9.4.
 */
export const API_HEADER = 'x-club-api';
export const API_HEADER_VALUE = '1';

/** Request header with the device's clock, in milliseconds since 1970. */
export const DEVICE_TIME_HEADER = 'device-time';
