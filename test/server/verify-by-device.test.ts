import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import {
  requestCode,
  behindProxy,
  cookieOf,
  headersOf,
  lastCode,
  wrongCode,
  type Origin,
} from './request-origin.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/* `POST /v2/installer/login/verify` as specified, with `userId` and `code` (spec 1 §7, security 1–3). */

const { email, id } = accounts.polishOwner;
const origin = { address: '198.51.100.7' };

let app: TestApp;
async function start(variables: Record<string, string> = {}) {
  app = await startTestApp({ variables: { ...behindProxy, ...variables } });
}
beforeEach(() => start());
afterEach(() => app.close());

function enterWithoutCookie(from: Origin, code: string, userId = id) {
  const body = { userId, code };
  return app.call(calls.signIn, { body, headers: headersOf(from) });
}
/**
 * Requests a code.
 * @returns the origin, with the cookie that the browser now has
 */
async function requestOnDevice(cookie?: string, identifier = email) {
  const from = cookie === undefined ? origin : { ...origin, cookie };
  const challenge = await requestCode(app, from, identifier);
  return { ...origin, cookie: cookie ?? cookieOf(challenge) };
}
const resultOf = ({ status, code }: { status: number; code: string | undefined }) => [status, code];
const rejection = [406, 'invalid_code'];

describe('a code entered without its challenge id', () => {
  test('signs in once, on the browser that requested it', async () => {
    const deviceOrigin = await requestOnDevice();
    const code = lastCode(app, email);
    const signedIn = await enterWithoutCookie(deviceOrigin, code);
    expect([signedIn.status, signedIn.result.user_id]).toEqual([200, id]);
    expect(resultOf(await enterWithoutCookie(deviceOrigin, code))).toEqual(rejection);
  });

  test('is rejected on other browsers, without using up an attempt', async () => {
    const deviceOrigin = await requestOnDevice();
    const code = lastCode(app, email);
    const other = { address: '203.0.113.9' };
    const otherOrigin = {
      ...other,
      cookie: cookieOf(await requestCode(app, other, accounts.czechOwner.email)),
    };
    for (let index = 0; index < 6; index += 1) {
      expect(resultOf(await enterWithoutCookie(other, code))).toEqual(rejection);
      expect(resultOf(await enterWithoutCookie(otherOrigin, code))).toEqual(rejection);
    }
    expect((await enterWithoutCookie(deviceOrigin, code)).status).toBe(200);
  });

  test('must be the newest of several codes that the browser requested', async () => {
    const deviceOrigin = await requestOnDevice();
    const first = lastCode(app, email);
    app.clock.advance(61_000);
    await requestOnDevice(deviceOrigin.cookie);
    const second = lastCode(app, email);
    const olderCode = first === second ? wrongCode(second) : first;
    expect(resultOf(await enterWithoutCookie(deviceOrigin, olderCode))).toEqual(rejection);
    expect((await enterWithoutCookie(deviceOrigin, second)).status).toBe(200);
  });

  test('belongs to the given person if a browser requested codes for two', async () => {
    const deviceOrigin = await requestOnDevice();
    const code = lastCode(app, email);
    const otherPerson = accounts.polishStaff;
    await requestOnDevice(deviceOrigin.cookie, otherPerson.email);
    const signedIn = await enterWithoutCookie(
      deviceOrigin,
      lastCode(app, otherPerson.email),
      otherPerson.id,
    );
    expect([signedIn.status, signedIn.result.user_id]).toEqual([200, otherPerson.id]);
    expect((await enterWithoutCookie(deviceOrigin, code)).result.user_id).toBe(id);
  });
});

describe('the limits of a code without its challenge id', () => {
  test('are five tries and ten minutes', async () => {
    const deviceOrigin = await requestOnDevice();
    const code = lastCode(app, email);
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const { status, errors } = await enterWithoutCookie(deviceOrigin, wrongCode(code));
      expect([status, errors[0]?.tries_left]).toEqual([406, triesLeft]);
    }
    expect(resultOf(await enterWithoutCookie(deviceOrigin, code))).toEqual(rejection);
    await requestOnDevice(deviceOrigin.cookie);
    app.clock.advance(10 * MINUTE_MS);
    expect(resultOf(await enterWithoutCookie(deviceOrigin, lastCode(app, email)))).toEqual(
      rejection,
    );
  });

  test('allow fifty concurrent requests only five tries', async () => {
    const deviceOrigin = await requestOnDevice();
    const wrongCodeText = wrongCode(lastCode(app, email));
    await Promise.all(
      Array.from({ length: 50 }, () => enterWithoutCookie(deviceOrigin, wrongCodeText)),
    );
    const row = await app.db.selectFrom('challenges').select('tries').executeTakeFirstOrThrow();
    expect(row.tries).toBe(5);
  });

  test('cause the same responses for known and unknown people', async () => {
    const deviceOrigin = await requestOnDevice();
    const [knownResponse, unknownPerson, unknownResponse] = [
      await enterWithoutCookie({ address: '203.0.113.9' }, '00000'),
      await enterWithoutCookie({ address: '203.0.113.9' }, '00000', randomUUID()),
      await enterWithoutCookie(deviceOrigin, '00000', accounts.czechOwner.id),
    ];
    expect([knownResponse.errors, unknownResponse.errors]).toEqual([
      unknownPerson.errors,
      unknownPerson.errors,
    ]);
    expect(knownResponse.status).toBe(406);
  });

  test('count an address’s attempts', async () => {
    for (let index = 0; index < 100; index += 1)
      await enterWithoutCookie(origin, '00000', randomUUID());
    expect((await enterWithoutCookie(origin, '00000')).status).toBe(429);
  });

  test('apply when the server hides who is registered', async () => {
    await app.close();
    await start({ HIDE_UNKNOWN_INSTALLERS: '1' });
    const from = { address: '198.51.100.8' };
    const challenge = await requestCode(app, from, 'unknown@example.com');
    const deviceOrigin = { ...from, cookie: cookieOf(challenge) };
    const { status, errors } = await enterWithoutCookie(
      deviceOrigin,
      '00000',
      challenge.result.user_id,
    );
    expect([status, errors[0]?.tries_left]).toEqual([406, 4]);
    const knownResponse = await requestCode(app, deviceOrigin, email);
    expect(
      (await enterWithoutCookie(deviceOrigin, lastCode(app, email), knownResponse.result.user_id))
        .status,
    ).toBe(200);
  });
});

test('the browser’s id is stored as a hash', async () => {
  const { cookie } = await requestOnDevice();
  const rows = JSON.stringify(await app.db.selectFrom('challenges').selectAll().execute());
  expect(rows).toContain('device_hash');
  expect(rows).not.toContain(cookie.split('=')[1]);
});

describe('POST /v1/session/refresh', () => {
  const postCode = (payload: object) =>
    app.app.inject({ method: 'POST', url: '/api/v1/session/refresh', payload });

  test('responds like /v2/installer/refresh', async () => {
    const first = await app.signInAs('polishOwner');
    const second = await postCode(first);
    expect(second.statusCode).toBe(200);
    const renewedSession = second.json<typeof first>();
    expect((await app.call(calls.getSignedInUser, {}, renewedSession.token)).status).toBe(200);
    expect((await postCode({ ...first, refresh_token: 'x'.repeat(43) })).json()).toMatchObject({
      errors: [{ code: 'session_expired' }],
    });
    app.clock.advance(60_000);
    expect((await postCode(first)).json()).toMatchObject({ errors: [{ code: 'refresh_reused' }] });
    expect((await app.call(calls.getSignedInUser, {}, renewedSession.token)).status).toBe(401);
  });
});
