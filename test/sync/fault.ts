import { apiErrorMessages } from '#schemas/api/error-messages.ts';
import { type ApiErrorCode, apiErrorStatus } from '#schemas/api/errors.ts';

/** What goes wrong with a request. */
export type Fault =
  /** The connection breaks before the server has heard of it. */
  | { readonly kind: 'cut' }
  /** The same, by a reset instead of an end. */
  | { readonly kind: 'reset' }
  /** It breaks while the request is on its way: the server has heard half of it. */
  | { readonly kind: 'cut_request' }
  /** The server does it, and its answer never arrives. */
  | { readonly kind: 'lose_answer' }
  /** The server does it, and half of its answer arrives. */
  | { readonly kind: 'cut_answer' }
  /** The answer comes in small pieces, so many milliseconds apart. */
  | { readonly kind: 'trickle'; readonly everyMs: number }
  /** Passed on so many milliseconds late. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The server never sees it: this is answered instead. */
  | { readonly kind: 'refuse'; readonly code: ApiErrorCode }
  /** A captive portal's page, with status 200. */
  | { readonly kind: 'html' }
  /** A gateway's page: it could not reach the server. */
  | { readonly kind: 'bad_gateway' }
  /** A proxy's page: its own limit on the size of requests. */
  | { readonly kind: 'too_large_for_proxy' }
  /** Something in between answers with such a status, and a page or JSON of its own. */
  | { readonly kind: 'foreign'; readonly status: number; readonly body: 'html' | 'json' }
  /** The server's answer, changed on its way. */
  | { readonly kind: 'rewrite'; readonly rewrite: (answer: unknown) => unknown }
  /** Held until the promise resolves, then passed on. */
  | { readonly kind: 'hold'; readonly until: Promise<void> };

/** An answer of HTTP as the proxy holds it. */
export interface Made {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** What is answered instead of the server's own answer; null for faults that leave it to the server. */
export function answerInstead(fault: Fault | undefined): Made | null {
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

/** What a proxy or a captive portal says in its own words. */
function foreign({ status, body }: Extract<Fault, { kind: 'foreign' }>): Made {
  if (body === 'html') {
    const page = `<html><body><h1>${status}</h1></body></html>`;
    return { status, headers: { 'content-type': 'text/html' }, body: Buffer.from(page) };
  }
  const said = { error: 'login_required', errors: [], portal: 'https://portal.example/login' };
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(said)),
  };
}
