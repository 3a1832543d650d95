import { afterEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { DAY_MS } from '#schemas/durations.ts';
import {
  requestCode,
  behindProxy,
  cookieOf,
  enterCode,
  headersOf,
  lastCode,
  wrongCode,
  type Origin,
  signInFrom,
} from './request-origin.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const { email, phone, id } = accounts.polishOwner;
const someOrigin = { address: '198.51.100.7' };

let server: TestApp | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});
async function start(variables: Record<string, string> = behindProxy) {
  server = await startTestApp({ variables });
  return server;
}

/** Requests codes for a person from this many addresses, up to the limit of each. */
async function requestCodesFrom(app: TestApp, addresses: number): Promise<number> {
  let sentCount = 0;
  for (let index = 0; index < addresses; index += 1) {
    for (let time = 0; time < 5; time += 1) {
      const { status } = await requestCode(app, { address: `203.0.113.${index}` }, email);
      if (status === 200) sentCount += 1;
    }
  }
  return sentCount;
}

describe('a person whose codes attackers request (security 2, 22)', () => {
  test('can sign in on a new phone and network while twenty addresses use up their limits', async () => {
    const app = await start();
    const before = await requestCodesFrom(app, 20);
    // The first code for each address, plus ten more in total.
    expect(before).toBe(30);
    expect((await signInFrom(app, someOrigin, email)).status).toBe(200);
  });

  test('can sign in anywhere on a known device, despite all limits', async () => {
    const app = await start();
    const first = await signInFrom(app, someOrigin, email);
    const cookie = cookieOf(first);
    expect(await requestCodesFrom(app, 40)).toBe(39);
    const otherOrigin = { address: '192.0.2.5' };
    expect((await requestCode(app, otherOrigin, email)).status).toBe(429);
    expect((await signInFrom(app, { ...otherOrigin, cookie }, email)).status).toBe(200);
    // A known device has a limit too, the same as an address.
    const statuses = [];
    for (let index = 0; index < 5; index += 1) {
      statuses.push((await requestCode(app, { ...otherOrigin, cookie }, email)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  test('isn’t blocked by someone who uses up the limit of a shared address', async () => {
    const app = await start();
    const cookie = cookieOf(await signInFrom(app, someOrigin, email));
    for (let index = 0; index < 60; index += 1)
      await requestCode(app, someOrigin, `unknown${index}@example.com`);
    const challenge = await requestCode(app, { ...someOrigin, cookie }, email);
    const unsentCode = wrongCode(lastCode(app, email));
    for (let index = 0; index < 101; index += 1) {
      const body = { userId: id, challenge_id: accounts.czechOwner.id, code: unsentCode };
      await app.call(calls.signIn, { body, headers: headersOf(someOrigin) });
    }
    expect((await enterCode(app, someOrigin, challenge, lastCode(app, email))).status).toBe(429);
    const signedIn = await enterCode(
      app,
      { ...someOrigin, cookie },
      challenge,
      lastCode(app, email),
    );
    expect(signedIn.status).toBe(200);
  });
});

describe('the cookie of a device', () => {
  test('is hidden from scripts, is sent only to the sign-in, and gives no access', async () => {
    const app = await start();
    const signedIn = await signInFrom(app, someOrigin, email);
    const cookie = String(signedIn.headers['set-cookie']);
    expect(cookie).toMatch(
      /^club_device=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/api\/v2\/installer\/login; Max-Age=34560000$/,
    );
    const currentUser = await app.call(calls.getSignedInUser, {
      headers: { cookie: cookieOf(signedIn) },
    });
    expect(currentUser.code).toBe('unauthorised');
    const storedText = JSON.stringify(await app.db.selectFrom('sessions').selectAll().execute());
    expect(storedText).not.toContain(cookieOf(signedIn).split('=')[1]);
  });

  test('is reused, and has no effect for other people or after a remote sign-out', async () => {
    const app = await start();
    const cookie = cookieOf(await signInFrom(app, someOrigin, email));
    const repeatedResponse = await signInFrom(app, { ...someOrigin, cookie }, email);
    expect(cookieOf(repeatedResponse)).toBe(cookie);
    await requestCodesFrom(app, 40);
    const newOrigin: Origin = { address: '192.0.2.6', cookie };
    expect((await requestCode(app, newOrigin, email)).status).toBe(200);
    await app.db.updateTable('sessions').set({ end_reason: 'ended_by_person' }).execute();
    expect((await requestCode(app, newOrigin, email)).status).toBe(429);
  });
});

/** Enters wrong codes for a person, each from another address. */
async function guess(app: TestApp, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    const from = { address: `203.0.113.${index}` };
    const challenge = await requestCode(app, from, email);
    await enterCode(app, from, challenge, wrongCode(lastCode(app, email)));
  }
}

const wrongCodeMessages = (app: TestApp) =>
  app.delivery.codes().filter(({ purpose }) => purpose === 'wrong_codes');

describe('guessing codes (security 1)', () => {
  test('of one account is limited to ten a day over all addresses; then codes have ten digits', async () => {
    const app = await start();
    const earlyChallenge = await requestCode(app, someOrigin, email);
    expect(earlyChallenge.result.code_length).toBe(5);
    const code = lastCode(app, email);
    await guess(app, 10);
    // An earlier code is also void, because it could be guessed, too.
    expect((await enterCode(app, someOrigin, earlyChallenge, code)).code).toBe('invalid_code');

    const challenge = await requestCode(app, someOrigin, email);
    expect(challenge.result.code_length).toBe(10);
    expect(lastCode(app, email)).toMatch(/^\d{10}$/);
    expect((await enterCode(app, someOrigin, challenge, lastCode(app, email))).status).toBe(200);
    app.clock.advance(DAY_MS);
    expect((await requestCode(app, someOrigin, email)).result.code_length).toBe(5);
  });

  test('notifies the person once a day, without a location', async () => {
    const app = await start();
    await guess(app, 9);
    expect(wrongCodeMessages(app)).toEqual([]);
    await guess(app, 3);
    expect(wrongCodeMessages(app)).toMatchObject([
      { to: email, channel: 'email', language: 'pl', code: null },
    ]);
  });

  test('notifies a person without an email address by SMS', async () => {
    const app = await start();
    await app.db.updateTable('installers').set({ email: null }).where('id', '=', id).execute();
    for (let index = 0; index < 2; index += 1) {
      const headers = headersOf({ address: `203.0.113.${index}` });
      const challenge = await app.call(calls.requestSignInCode, {
        body: { phone, region: 'PL' },
        headers,
      });
      for (let time = 0; time < 5; time += 1) {
        await enterCode(app, someOrigin, challenge, wrongCode(lastCode(app, phone)));
      }
    }
    expect(wrongCodeMessages(app)).toMatchObject([{ to: phone, channel: 'sms' }]);
  });

  test('is limited to a hundred a day per address, over all accounts', async () => {
    const app = await start();
    await app.db
      .insertInto('rate_windows')
      .values(await limitRow(app, 'wrong-codes-from', 99))
      .execute();
    const challenge = await requestCode(app, someOrigin, email);
    expect(challenge.result.code_length).toBe(5);
    await enterCode(app, someOrigin, challenge, wrongCode(lastCode(app, email)));
    expect((await requestCode(app, someOrigin, accounts.czechOwner.email)).result.code_length).toBe(
      10,
    );
    const otherChallenge = await requestCode(
      app,
      { address: '192.0.2.1' },
      accounts.czechOwner.email,
    );
    expect(otherChallenge.result.code_length).toBe(5);
  });

  test('doesn’t count correct codes', async () => {
    const app = await start({ ...behindProxy, RATE_LIMIT_FACTOR: '100' });
    for (let index = 0; index < 12; index += 1) await signInFrom(app, someOrigin, email);
    expect((await requestCode(app, someOrigin, email)).result.code_length).toBe(5);
    const attemptRows = await app.db
      .selectFrom('rate_windows')
      .select('count')
      .where('key', 'like', 'wrong-codes-%')
      .execute();
    expect(attemptRows.map(({ count }) => count)).toEqual([0, 0, 0]);
  });

  test('allows no additional tries in forty concurrent requests, and notifies the person once', async () => {
    const app = await start({ ...behindProxy, RATE_LIMIT_FACTOR: '100' });
    const challenges = [];
    for (let index = 0; index < 8; index += 1)
      challenges.push(await requestCode(app, someOrigin, email));
    const codes = app.delivery.codes().map(({ code }) => code);
    const unsentCode = ['00000', '11111', '22222'].find((code) => !codes.includes(code)) ?? '';
    await Promise.all(
      challenges.flatMap((challenge) =>
        Array.from({ length: 5 }, () => enterCode(app, someOrigin, challenge, unsentCode)),
      ),
    );
    expect(wrongCodeMessages(app)).toHaveLength(1);
    expect((await requestCode(app, someOrigin, email)).result.code_length).toBe(10);
  });
});

/** Returns the limit's row after a wrong code from `someOrigin`, with its count replaced. */
async function limitRow(app: TestApp, limit: string, count: number) {
  const challenge = await requestCode(app, someOrigin, accounts.decorOwner.email);
  await enterCode(app, someOrigin, challenge, wrongCode(lastCode(app, accounts.decorOwner.email)));
  const row = await app.db
    .deleteFrom('rate_windows')
    .where('key', 'like', `${limit}:%`)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, count };
}
