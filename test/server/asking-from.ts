import { calls } from '#schemas/api/calls.ts';
import { type TestApp } from './test-app.ts';

/** Where somebody asks from: an address behind the proxy, and a device by its cookie. */
export interface Origin {
  readonly address: string;
  readonly cookie?: string;
}

/** A server that believes its proxy about addresses. */
export const behindProxy = { TRUST_PROXY: '1' };

export function headersOf({ address, cookie }: Origin): Record<string, string> {
  return { 'x-forwarded-for': address, ...(cookie !== undefined && { cookie }) };
}

/** Asks for a code. */
export function askForCode(app: TestApp, from: Origin, email: string) {
  return app.call(calls.login, { body: { email, region: 'PL' }, headers: headersOf(from) });
}

/** The code that was sent to an address last. */
export function lastCode(app: TestApp, to: string): string {
  return app.delivery.codes().find((kept) => kept.to === to)?.code ?? '';
}

type Asked = Awaited<ReturnType<typeof askForCode>>;

/** Tries a code of a request. */
export function enterCode(app: TestApp, from: Origin, asked: Asked, code: string) {
  const { user_id: userId, challenge_id } = asked.result;
  const body = { userId, challenge_id, code };
  return app.call(calls.verifyLogin, { body, headers: headersOf(from) });
}

/** Asks for a code and enters it. @returns what entering it was answered, or asking where that failed */
export async function signInFrom(app: TestApp, from: Origin, email: string) {
  const asked = await askForCode(app, from, email);
  if (asked.status !== 200) return asked;
  return enterCode(app, from, asked, lastCode(app, email));
}

/** The cookie that an answer set, as the device sends it from then on. */
export function cookieOf({ headers }: { readonly headers: Record<string, unknown> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

/** A code that another one is not. */
export function wrongCode(code: string): string {
  return code === '00000' ? '00001' : '00000';
}
