import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { MINUTE_MS } from '#schemas/durations.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const owner = accounts.polishOwner;
const unknownUserId = '99999999-0000-4000-8000-000000000000';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ variables: { RATE_LIMIT_FACTOR: '1000' } });
});
beforeEach(() => {
  server.clock.advance(24 * 60 * MINUTE_MS);
});
afterAll(() => server.close());

/** Requests a sign-in code and reads it from the sent message. */
async function requestCode(email = owner.email) {
  const challenge = await server.call(calls.requestSignInCode, { body: { email, region: 'PL' } });
  const code = server.delivery.codes()[0]?.code ?? '';
  const verify = (codeToVerify: string, overrides = {}) =>
    server.call(calls.signIn, {
      body: {
        userId: challenge.result.user_id,
        challenge_id: challenge.result.challenge_id,
        code: codeToVerify,
        ...overrides,
      },
    });
  const wrongCode = code === '00000' ? '00001' : '00000';
  return { challenge, code, wrongCode, verify };
}

describe('a one-time code', () => {
  test('signs the person in and returns their own profile', async () => {
    const token = await server.signInAs('polishOwner');
    const selfResponse = await server.call(calls.getSignedInUser, {}, token.token);
    expect(selfResponse.status).toBe(200);
    expect(selfResponse.result).toMatchObject({
      uuid: owner.id,
      email: owner.email,
      role: { id: 3 },
    });
    expect(selfResponse.result.company).toMatchObject({ uuid: owner.companyId, name: 'Company 1' });
    expect(selfResponse.result.company).not.toHaveProperty('rev');
  });

  test('can be requested by phone with or without the dial code, or by email in any case', async () => {
    for (const phone of [
      owner.phone,
      owner.phone.slice(1),
      owner.phone.slice(3),
      `0${owner.phone.slice(3)}`,
    ]) {
      const challenge = await server.call(calls.requestSignInCode, {
        body: { phone, region: 'PL' },
      });
      expect(challenge.result.user_id).toBe(owner.id);
      expect(server.delivery.codes()[0]).toMatchObject({
        channel: 'sms',
        to: owner.phone,
        language: 'pl',
      });
    }
    const upperCase = await server.call(calls.requestSignInCode, {
      body: { email: owner.email.toUpperCase(), region: 'PL' },
    });
    expect(upperCase.result.user_id).toBe(owner.id);
  });

  test('isn’t sent to an unknown person, and the response reports the person as unknown', async () => {
    const before = server.delivery.codes().length;
    const challenge = await server.call(calls.requestSignInCode, {
      body: { email: 'unknown@example.com', region: 'PL' },
    });
    expect([challenge.status, challenge.code]).toEqual([404, 'installer_not_found']);
    expect(server.delivery.codes().length).toBe(before);
  });

  test('isn’t sent to a deactivated person', async () => {
    await server.db
      .updateTable('installers')
      .set({ active: false })
      .where('id', '=', accounts.decorStaff.id)
      .execute();
    const challenge = await server.call(calls.requestSignInCode, {
      body: { email: accounts.decorStaff.email, region: 'PL' },
    });
    expect(challenge.code).toBe('installer_not_found');
  });
});

describe('a one-time code that was sent (security 1)', () => {
  test('works once', async () => {
    const { code, verify } = await requestCode();
    expect((await verify(code)).status).toBe(200);
    const second = await verify(code);
    expect([second.status, second.code]).toEqual([406, 'invalid_code']);
  });

  test('works once even if twenty requests use it at the same time', async () => {
    const { code, verify } = await requestCode();
    const responses = await Promise.all(Array.from({ length: 20 }, () => verify(code)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
  });

  test('expires after exactly ten minutes', async () => {
    const timelyChallenge = await requestCode();
    server.clock.advance(10 * MINUTE_MS - 1);
    expect((await timelyChallenge.verify(timelyChallenge.code)).status).toBe(200);
    const lateChallenge = await requestCode();
    server.clock.advance(10 * MINUTE_MS);
    expect((await lateChallenge.verify(lateChallenge.code)).code).toBe('invalid_code');
  });

  test('allows five tries; after that the correct code is rejected too', async () => {
    const fourth = await requestCode();
    for (let index = 0; index < 4; index += 1)
      expect((await fourth.verify(fourth.wrongCode)).status).toBe(406);
    expect((await fourth.verify(fourth.code)).status).toBe(200);
    const fifth = await requestCode();
    // Each error states the remaining tries; the last one asks the person to request a new code.
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const { status, errors } = await fifth.verify(fifth.wrongCode);
      expect([status, errors[0]?.tries_left]).toEqual([406, triesLeft]);
    }
    expect((await fifth.verify(fifth.code)).status).toBe(406);
  });

  test('allows fifty concurrent requests only five tries', async () => {
    const { challenge: firstResponse, wrongCode, verify } = await requestCode();
    await Promise.all(Array.from({ length: 50 }, () => verify(wrongCode)));
    const challenge = await server.db
      .selectFrom('challenges')
      .select('tries')
      .where('id', '=', firstResponse.result.challenge_id)
      .executeTakeFirstOrThrow();
    expect(challenge.tries).toBe(5);
  });

  test('belongs to its request and its person', async () => {
    const first = await requestCode();
    const second = await requestCode();
    const otherChallengeCode = first.code === second.code ? first.wrongCode : first.code;
    expect((await second.verify(otherChallengeCode)).status).toBe(406);
    expect((await first.verify(first.code, { userId: accounts.czechOwner.id })).status).toBe(406);
    expect((await first.verify(first.code, { challenge_id: unknownUserId })).status).toBe(406);
    expect((await first.verify(first.code)).status).toBe(200);
  });

  test('is stored only as a hash', async () => {
    const { code } = await requestCode();
    const rows = await server.db.selectFrom('challenges').selectAll().execute();
    expect(rows.some((row) => row.code_hash.includes(code))).toBe(false);
    expect(rows.every((row) => row.code_hash.length === 43)).toBe(true);
  });

  test('wrong tries by others don’t lock the person out (security 2)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const attack = await requestCode();
      for (let index = 0; index < 6; index += 1) await attack.verify(attack.wrongCode);
    }
    const { code, verify } = await requestCode();
    expect((await verify(code)).status).toBe(200);
  });
});

describe('a session', () => {
  test('needs a token that the server knows', async () => {
    for (const credential of [null, 'a'.repeat(43), 'x']) {
      const response = await server.call(calls.getSignedInUser, {}, credential);
      expect([response.status, response.code]).toEqual([401, 'unauthorised']);
    }
  });

  test('stores only hashes of its tokens', async () => {
    const token = await server.signInAs('polishOwner');
    const rows = await server.db.selectFrom('session_tokens').selectAll().execute();
    const storedText = JSON.stringify(rows);
    expect(storedText).not.toContain(token.token);
    expect(storedText).not.toContain(token.refresh_token);
    expect(Buffer.from(token.token, 'base64url')).toHaveLength(32);
  });

  test('has an access token that expires after 60 minutes by the server’s clock', async () => {
    const token = await server.signInAs('polishOwner');
    expect(Date.parse(token.expiresAt) - server.clock.now()).toBe(60 * MINUTE_MS);
    server.clock.advance(60 * MINUTE_MS - 1);
    expect((await server.call(calls.getSignedInUser, {}, token.token)).status).toBe(200);
    server.clock.advance(1);
    expect((await server.call(calls.getSignedInUser, {}, token.token)).code).toBe(
      'session_expired',
    );
  });

  test('is extended by its refresh token and ends after 30 days without use (security 5)', async () => {
    const token = await server.signInAs('polishOwner');
    server.clock.advance(30 * 24 * 60 * MINUTE_MS - 1);
    const next = await server.call(calls.refreshSession, { body: token });
    expect(next.status).toBe(200);
    expect((await server.call(calls.getSignedInUser, {}, next.result.token)).status).toBe(200);
    server.clock.advance(30 * 24 * 60 * MINUTE_MS);
    expect((await server.call(calls.refreshSession, { body: next.result })).code).toBe(
      'session_expired',
    );
  });

  test('ends after 365 days even if it is in use', async () => {
    let token = await server.signInAs('polishOwner');
    for (let week = 0; week < 52; week += 1) {
      server.clock.advance(7 * 24 * 60 * MINUTE_MS);
      const next = await server.call(calls.refreshSession, { body: token });
      expect(next.status).toBe(200);
      token = next.result;
    }
    server.clock.advance(24 * 60 * MINUTE_MS);
    expect((await server.call(calls.refreshSession, { body: token })).code).toBe('session_expired');
  });

  test('ends at sign-out, with every token issued from it', async () => {
    const first = await server.signInAs('polishOwner');
    const second = (await server.call(calls.refreshSession, { body: first })).result;
    const otherSession = await server.signInAs('polishOwner');
    expect((await server.call(calls.signOut, {}, second.token)).status).toBe(200);
    for (const token of [first, second]) {
      expect((await server.call(calls.getSignedInUser, {}, token.token)).code).toBe(
        'session_expired',
      );
      expect((await server.call(calls.refreshSession, { body: token })).code).toBe(
        'session_expired',
      );
    }
    expect((await server.call(calls.getSignedInUser, {}, otherSession.token)).status).toBe(200);
  });
});

describe('the rotation of tokens', () => {
  test('a lost response can be requested again within 30 s', async () => {
    const token = await server.signInAs('polishOwner');
    const lostResponse = await server.call(calls.refreshSession, { body: token });
    await server.call(calls.getSignedInUser, {}, lostResponse.result.token);
    server.clock.advance(30_000);
    const second = await server.call(calls.refreshSession, { body: token });
    expect(second.status).toBe(200);
    expect((await server.call(calls.getSignedInUser, {}, second.result.token)).status).toBe(200);
  });

  test('a lost response can be requested again days later if its tokens weren’t used', async () => {
    const token = await server.signInAs('polishOwner');
    const lostResponse = await server.call(calls.refreshSession, { body: token });
    server.clock.advance(3 * 24 * 60 * MINUTE_MS);
    const second = await server.call(calls.refreshSession, { body: token });
    expect(second.status).toBe(200);
    await server.call(calls.getSignedInUser, {}, second.result.token);
    server.clock.advance(MINUTE_MS);
    const thiefResponse = await server.call(calls.refreshSession, { body: lostResponse.result });
    expect([thiefResponse.status, thiefResponse.code]).toEqual([401, 'refresh_reused']);
    expect((await server.call(calls.getSignedInUser, {}, second.result.token)).code).toBe(
      'session_expired',
    );
  });

  test('a refresh token used by a second party ends the whole session', async () => {
    const stolenSession = await server.signInAs('polishOwner');
    const next = await server.call(calls.refreshSession, { body: stolenSession });
    await server.call(calls.getSignedInUser, {}, next.result.token);
    server.clock.advance(31_000);
    const thiefResponse = await server.call(calls.refreshSession, { body: stolenSession });
    expect([thiefResponse.status, thiefResponse.code]).toEqual([401, 'refresh_reused']);
    expect((await server.call(calls.getSignedInUser, {}, next.result.token)).code).toBe(
      'session_expired',
    );
    expect((await server.call(calls.refreshSession, { body: next.result })).code).toBe(
      'session_expired',
    );
  });

  test('two tabs can refresh at the same time', async () => {
    const token = await server.signInAs('polishOwner');
    const tabs = await Promise.all(
      [1, 2, 3].map(() => server.call(calls.refreshSession, { body: token })),
    );
    for (const tab of tabs) {
      expect(tab.status).toBe(200);
      expect((await server.call(calls.getSignedInUser, {}, tab.result.token)).status).toBe(200);
    }
  });

  test('a deactivated person is signed out immediately', async () => {
    const token = await server.signInAs('decorOwner');
    const setActive = (active: boolean) =>
      server.db
        .updateTable('installers')
        .set({ active })
        .where('id', '=', accounts.decorOwner.id)
        .execute();
    await setActive(false);
    expect((await server.call(calls.getSignedInUser, {}, token.token)).code).toBe(
      'session_expired',
    );
    expect((await server.call(calls.refreshSession, { body: token })).code).toBe('session_expired');
    await setActive(true);
  });
});
