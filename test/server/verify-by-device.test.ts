import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import {
  askForCode,
  behindProxy,
  cookieOf,
  headersOf,
  lastCode,
  wrongCode,
  type Origin,
} from './asking-from.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

/* `POST /v2/installer/login/verify` as specified, with `userId` and `code` (spec 1 §7, security 1–3). */

const { email, id } = accounts.polishOwner;
const there = { address: '198.51.100.7' };

let app: TestApp;
async function start(variables: Record<string, string> = {}) {
  app = await startTestApp({ variables: { ...behindProxy, ...variables } });
}
beforeEach(() => start());
afterEach(() => app.close());

function enterPlainly(from: Origin, code: string, userId = id) {
  const body = { userId, code };
  return app.call(calls.signIn, { body, headers: headersOf(from) });
}
/** Requests a code. @returns the origin, with the cookie that the browser now has */
async function askThere(cookie?: string, who = email) {
  const from = cookie === undefined ? there : { ...there, cookie };
  const asked = await askForCode(app, from, who);
  return { ...there, cookie: cookie ?? cookieOf(asked) };
}
const resultOf = ({ status, code }: { status: number; code: string | undefined }) => [status, code];
const refused = [406, 'invalid_code'];

describe('a code entered without its challenge id', () => {
  test('signs in once, on the browser that requested it', async () => {
    const here = await askThere();
    const code = lastCode(app, email);
    const signedIn = await enterPlainly(here, code);
    expect([signedIn.status, signedIn.result.user_id]).toEqual([200, id]);
    expect(resultOf(await enterPlainly(here, code))).toEqual(refused);
  });

  test('is rejected on other browsers, without using up a try', async () => {
    const here = await askThere();
    const code = lastCode(app, email);
    const other = { address: '203.0.113.9' };
    const elsewhere = {
      ...other,
      cookie: cookieOf(await askForCode(app, other, accounts.czechOwner.email)),
    };
    for (let n = 0; n < 6; n += 1) {
      expect(resultOf(await enterPlainly(other, code))).toEqual(refused);
      expect(resultOf(await enterPlainly(elsewhere, code))).toEqual(refused);
    }
    expect((await enterPlainly(here, code)).status).toBe(200);
  });

  test('is the newest of several requested by the browser', async () => {
    const here = await askThere();
    const first = lastCode(app, email);
    app.clock.advance(61_000);
    await askThere(here.cookie);
    const second = lastCode(app, email);
    const older = first === second ? wrongCode(second) : first;
    expect(resultOf(await enterPlainly(here, older))).toEqual(refused);
    expect((await enterPlainly(here, second)).status).toBe(200);
  });

  test('belongs to the given person if a browser requested codes for two', async () => {
    const here = await askThere();
    const code = lastCode(app, email);
    const other = accounts.polishStaff;
    await askThere(here.cookie, other.email);
    const signedIn = await enterPlainly(here, lastCode(app, other.email), other.id);
    expect([signedIn.status, signedIn.result.user_id]).toEqual([200, other.id]);
    expect((await enterPlainly(here, code)).result.user_id).toBe(id);
  });
});

describe('the limits of a code without its challenge id', () => {
  test('are five tries and ten minutes', async () => {
    const here = await askThere();
    const code = lastCode(app, email);
    for (const left of [4, 3, 2, 1, 0]) {
      const { status, errors } = await enterPlainly(here, wrongCode(code));
      expect([status, errors[0]?.tries_left]).toEqual([406, left]);
    }
    expect(resultOf(await enterPlainly(here, code))).toEqual(refused);
    await askThere(here.cookie);
    app.clock.advance(10 * 60_000);
    expect(resultOf(await enterPlainly(here, lastCode(app, email)))).toEqual(refused);
  });

  test('allow no sixth try to fifty concurrent requests', async () => {
    const here = await askThere();
    const wrong = wrongCode(lastCode(app, email));
    await Promise.all(Array.from({ length: 50 }, () => enterPlainly(here, wrong)));
    const row = await app.db.selectFrom('challenges').select('tries').executeTakeFirstOrThrow();
    expect(row.tries).toBe(5);
  });

  test('return the same for known and unknown people', async () => {
    const here = await askThere();
    const [known, unknown, nobody] = [
      await enterPlainly({ address: '203.0.113.9' }, '00000'),
      await enterPlainly({ address: '203.0.113.9' }, '00000', randomUUID()),
      await enterPlainly(here, '00000', accounts.czechOwner.id),
    ];
    expect([known.errors, nobody.errors]).toEqual([unknown.errors, unknown.errors]);
    expect(known.status).toBe(406);
  });

  test('count the tries of an address', async () => {
    for (let n = 0; n < 100; n += 1) await enterPlainly(there, '00000', randomUUID());
    expect((await enterPlainly(there, '00000')).status).toBe(429);
  });

  test('apply when the server hides who is registered', async () => {
    await app.close();
    await start({ HIDE_UNKNOWN_INSTALLERS: '1' });
    const from = { address: '198.51.100.8' };
    const asked = await askForCode(app, from, 'nobody@example.com');
    const here = { ...from, cookie: cookieOf(asked) };
    const { status, errors } = await enterPlainly(here, '00000', asked.result.user_id);
    expect([status, errors[0]?.tries_left]).toEqual([406, 4]);
    const known = await askForCode(app, here, email);
    expect((await enterPlainly(here, lastCode(app, email), known.result.user_id)).status).toBe(200);
  });
});

test('the browser’s id is stored as a hash', async () => {
  const { cookie } = await askThere();
  const rows = JSON.stringify(await app.db.selectFrom('challenges').selectAll().execute());
  expect(rows).toContain('device_hash');
  expect(rows).not.toContain(cookie.split('=')[1]);
});

describe('POST /v1/session/refresh', () => {
  const post = (payload: object) =>
    app.app.inject({ method: 'POST', url: '/api/v1/session/refresh', payload });

  test('responds like /v2/installer/refresh', async () => {
    const first = await app.signInAs('polishOwner');
    const second = await post(first);
    expect(second.statusCode).toBe(200);
    const renewed = second.json<typeof first>();
    expect((await app.call(calls.getSignedInUser, {}, renewed.token)).status).toBe(200);
    expect((await post({ ...first, refresh_token: 'x'.repeat(43) })).json()).toMatchObject({
      errors: [{ code: 'session_expired' }],
    });
    app.clock.advance(60_000);
    expect((await post(first)).json()).toMatchObject({ errors: [{ code: 'refresh_reused' }] });
    expect((await app.call(calls.getSignedInUser, {}, renewed.token)).status).toBe(401);
  });
});
