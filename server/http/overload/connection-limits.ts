import { STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { IMAGE_TIMEOUT_MS } from '#schemas/api/call.ts';
import { ApiFailure } from '../failure.ts';

/** This is longer than the app waits for any response, so a request that is still arriving then can't succeed. */
const REQUEST_MS = IMAGE_TIMEOUT_MS + 5_000;

/** Timeouts for connections. */
export const connectionLimits = {
  /** Maximum time from the first byte of a request to the end of its body, so that slow and stalled uploads end. */
  requestTimeout: REQUEST_MS,
  /** Maximum time without data in either direction. Streams send heartbeats four times as often. */
  connectionTimeout: REQUEST_MS,
  http: {
    /**
     * Maximum time from the opening of the connection, or from the first byte of a later request, to the end of the
     * headers.
     */
    headersTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
  },
  clientErrorHandler: respondToMalformed,
};

/** The standard response headers that apply to JSON. */
const errorHeaders = [
  'content-type: application/json; charset=utf-8',
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'cache-control: no-store',
  'connection: close',
];

/**
 * Responds to malformed HTTP, for which there is no request object. After a timeout or a reset, there is no response,
 * because the client has stopped reading.
 */
function respondToMalformed({ code }: { readonly code?: string }, socket: Socket): void {
  if (socket.writable && code !== 'ECONNRESET' && code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    const isTooLong = code === 'HPE_HEADER_OVERFLOW';
    const failure = new ApiFailure(isTooLong ? 'payload_too_large' : 'invalid_input');
    const body = JSON.stringify(failure.body);
    const head = [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      ...errorHeaders,
      `content-length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}
