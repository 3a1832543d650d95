import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import { type ApiErrorCode, apiErrorStatus } from '#schemas/api/errors.ts';

/** Faults of a request. */
export type Fault =
  /** The connection breaks before the request reaches the server. */
  | { readonly kind: 'cut' }
  /** The same, with a reset. */
  | { readonly kind: 'reset' }
  /** The connection breaks during the request: the server receives half of it. */
  | { readonly kind: 'cut_request' }
  /** The server handles the request; its response is lost. */
  | { readonly kind: 'lose_response' }
  /** The server handles the request; half of its response arrives. */
  | { readonly kind: 'cut_response' }
  /** The response arrives in small chunks, with this delay between them in ms. */
  | { readonly kind: 'trickle'; readonly everyMs: number }
  /** Forwarded after this delay, in ms. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The request doesn't reach the server; this is the response. */
  | { readonly kind: 'refuse'; readonly code: ApiErrorCode }
  /** A captive portal's page, with status 200. */
  | { readonly kind: 'html' }
  /** A gateway's page: it could not reach the server. */
  | { readonly kind: 'bad_gateway' }
  /** A proxy's page: the request exceeds its own size limit. */
  | { readonly kind: 'too_large_for_proxy' }
  /** A proxy responds with this status and its own page or JSON. */
  | { readonly kind: 'foreign'; readonly status: number; readonly body: 'html' | 'json' }
  /** The server's response, modified in transit. */
  | { readonly kind: 'rewrite'; readonly rewrite: (response: unknown) => unknown }
  /** Held until the promise resolves, then forwarded. */
  | { readonly kind: 'hold'; readonly until: Promise<void> };

/** An HTTP response in the proxy. */
export interface PreparedResponse {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Returns the response that replaces the server's; null if the server responds itself. */
export function faultResponse(fault: Fault | undefined): PreparedResponse | null {
  if (fault?.kind === 'html') {
    const headers = { 'content-type': 'text/html' };
    const page = '<html><body>Welcome to the station</body></html>';
    return { status: 200, headers, body: Buffer.from(page) };
  }
  if (fault?.kind === 'bad_gateway') {
    const page = '<html><body><h1>502 Bad Gateway</h1></body></html>';
    return { status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from(page) };
  }
  if (fault?.kind === 'too_large_for_proxy') {
    const page = '<html><body><h1>413 Request Entity Too Large</h1></body></html>';
    return { status: 413, headers: { 'content-type': 'text/html' }, body: Buffer.from(page) };
  }
  if (fault?.kind === 'foreign') return foreign(fault);
  if (fault?.kind !== 'refuse') return null;
  const [status, message] = [apiErrorStatus[fault.code], apiErrorMessages[fault.code]];
  const body = Buffer.from(JSON.stringify({ errors: [{ code: fault.code, message }] }));
  return { status, headers: { 'content-type': 'application/json' }, body };
}

/** Body of a proxy or captive portal. */
function foreign({ status, body }: Extract<Fault, { kind: 'foreign' }>): PreparedResponse {
  if (body === 'html') {
    const page = `<html><body><h1>${status}</h1></body></html>`;
    return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(page) };
  }
  const content = { error: 'login_required', errors: [], portal: 'https://portal.example/login' };
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(content)),
  };
}
