import { STATUS_CODES } from 'node:http';
import { type Socket } from 'node:net';
import { IMAGE_TIMEOUT_MS } from '#schemas/api/call.ts';
import { ApiFailure } from '../failure.ts';

/**
 * What a connection may take its time over. There is no limit on a whole request (`requestTimeout`): a photo
 * may take minutes as long as it gets on, which `unfinished-bodies.ts` watches.
 */
export const connectionLimits = {
  /** Silence in both directions. No caller waits longer for an answer; streams beat four times as often. */
  connectionTimeout: IMAGE_TIMEOUT_MS + 5_000,
  http: {
    /** From the first byte, or from the opening of the connection, to the end of the headers. */
    headersTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
  },
  clientErrorHandler: answerUnreadable,
};

/** What the app's other answers carry as far as it means anything for a text of JSON. */
const plainHeaders = [
  'content-type: application/json; charset=utf-8',
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options: nosniff',
  'referrer-policy: no-referrer',
  'cache-control: no-store',
  'connection: close',
];

/** Answers what is no HTTP, for which there is no request. Whoever was too slow is not there to read it. */
function answerUnreadable({ code }: { readonly code?: string }, socket: Socket): void {
  if (socket.writable && code !== 'ECONNRESET' && code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
    const isLong = code === 'HPE_HEADER_OVERFLOW';
    const failure = new ApiFailure(isLong ? 'payload_too_large' : 'invalid_input');
    const body = JSON.stringify(failure.body);
    const head = [
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}`,
      ...plainHeaders,
      `content-length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroy();
}
