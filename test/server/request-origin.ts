import { calls } from '#schemas/api/calls.ts';
import { type TestApp } from './test-app.ts';

/** Origin of a request: an address behind the proxy, and a device identified by its cookie. */
export interface Origin {
  readonly address: string;
  readonly cookie?: string;
}

/** Settings of a server that trusts its proxy for client addresses. */
export const behindProxy = { TRUST_PROXY: '1' };

export function headersOf({ address, cookie }: Origin): Record<string, string> {
  return { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) };
}

/** Requests a sign-in code. */
export function requestCode(app: TestApp, from: Origin, email: string) {
  return app.call(calls.requestSignInCode, {
    body: { email, region: 'PL' },
    headers: headersOf(from),
  });
}

/** Returns the last code sent to an address; '' if there is none. */
export function lastCode(app: TestApp, to: string): string {
  return app.delivery.codes().find((message) => message.to === to)?.code ?? '';
}

type Challenge = Awaited<ReturnType<typeof requestCode>>;

/** Tries a code for a sign-in request. */
export function enterCode(app: TestApp, from: Origin, challenge: Challenge, code: string) {
  const { user_id: userId, challenge_id } = challenge.result;
  const body = { userId, challenge_id, code };
  return app.call(calls.signIn, { body, headers: headersOf(from) });
}

/**
 * Requests a code and enters it.
 * @returns the response to the code, or to the request if that failed
 */
export async function signInFrom(app: TestApp, from: Origin, email: string) {
  const challenge = await requestCode(app, from, email);
  if (challenge.status !== 200) return challenge;
  return enterCode(app, from, challenge, lastCode(app, email));
}

/** Returns the cookie set by a response, as the device sends it back. */
export function cookieOf({ headers }: { readonly headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** Returns a code that differs from the given one. */
export function wrongCode(code: string): string {
  return code === '00000' ? '00001' : '00000';
}
