import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { deviceKindOf } from '#schemas/device-kind.ts';
import { HOUR_MS, DAY_MS } from '#schemas/durations.ts';
import { createImpersonationToken } from '#server/access/impersonation.ts';
import { endSessions } from '#server/account/account-sessions.ts';
import { accounts } from './test-accounts.ts';
import { startTestApp, type TestApp } from './test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ variables: { RATE_LIMIT_FACTOR: '1000' } });
});
beforeEach(() => server.db.deleteFrom('sessions').execute());
afterAll(() => server.close());

const list = async (accessToken: string) =>
  (await server.call(calls.listSessions, {}, accessToken)).result.data;
const isSignedIn = async (accessToken: string) =>
  (await server.call(calls.getSignedInUser, {}, accessToken)).status === 200;

describe('a person’s sessions', () => {
  test('are listed with their device, the current one first', async () => {
    const phone = await server.signInAs('polishOwner');
    await server.db.updateTable('sessions').set({ browser: 'safari', system: 'ios' }).execute();
    server.clock.advance(HOUR_MS / 2);
    const desk = await server.signInAs('polishOwner');
    await server.signInAs('polishStaff');
    const listedSessions = await list(desk.token);
    expect(
      listedSessions.map(({ current, browser, system }) => [current, browser, system]),
    ).toEqual([
      [true, 'other', 'other'],
      [false, 'safari', 'ios'],
    ]);
    const [first] = await list(phone.token);
    expect(first?.browser).toBe('safari');
    expect(Date.parse(first?.last_used_at ?? '') - Date.parse(first?.created_at ?? '')).toBe(
      HOUR_MS / 2,
    );
  });

  test('are not listed once ended or unused for a month', async () => {
    const signedOut = await server.signInAs('polishOwner');
    await server.call(calls.signOut, {}, signedOut.token);
    await server.signInAs('polishOwner');
    server.clock.advance(31 * DAY_MS);
    const latest = await server.signInAs('polishOwner');
    expect(await list(latest.token)).toHaveLength(1);
  });

  test('are ended one by one, immediately and with their refresh token, idempotently', async () => {
    const currentSession = await server.signInAs('polishOwner');
    const otherSession = await server.signInAs('polishOwner');
    const other = (await list(currentSession.token)).find((session) => !session.current);
    for (let time = 0; time < 2; time += 1) {
      const params = { id: other?.uuid ?? '' };
      expect((await server.call(calls.endSession, { params }, currentSession.token)).status).toBe(
        200,
      );
    }
    expect([await isSignedIn(currentSession.token), await isSignedIn(otherSession.token)]).toEqual([
      true,
      false,
    ]);
    expect((await server.call(calls.refreshSession, { body: otherSession })).code).toBe(
      'session_expired',
    );
    expect(await list(currentSession.token)).toHaveLength(1);
  });

  test('can all be ended except the current one', async () => {
    const currentSession = await server.signInAs('polishOwner');
    const otherSessions = [
      await server.signInAs('polishOwner'),
      await server.signInAs('polishOwner'),
    ];
    const colleague = await server.signInAs('polishStaff');
    const response = await server.call(calls.endOtherSessions, {}, currentSession.token);
    expect(response.result.ended).toBe(2);
    for (const other of otherSessions) expect(await isSignedIn(other.token)).toBe(false);
    expect([await isSignedIn(currentSession.token), await isSignedIn(colleague.token)]).toEqual([
      true,
      true,
    ]);
  });

  test('can’t be ended by anyone else, not even a colleague (security 5, 10)', async () => {
    const ownSession = await server.signInAs('polishOwner');
    const [ownEntry] = await list(ownSession.token);
    for (const key of ['polishStaff', 'czechOwner', 'decorStaff'] as const) {
      const accessToken = (await server.signInAs(key)).token;
      const endResult = await server.call(
        calls.endSession,
        { params: { id: ownEntry?.uuid ?? '' } },
        accessToken,
      );
      expect(endResult.code).toBe('not_found');
    }
    expect(await isSignedIn(ownSession.token)).toBe(true);
  });

  test('all end permanently when the person is removed (security 5)', async () => {
    const sessions = [await server.signInAs('decorStaff'), await server.signInAs('decorStaff')];
    const { id } = accounts.decorStaff;
    const endResult = await endSessions(server.db, id, server.clock.now(), { reason: 'removed' });
    expect(endResult).toBe(2);
    for (const session of sessions) {
      expect(await isSignedIn(session.token)).toBe(false);
      expect((await server.call(calls.refreshSession, { body: session })).code).toBe(
        'session_expired',
      );
    }
  });
});

test('the session of an operator who views the app is marked, with its end', async () => {
  const { polishOwner } = accounts;
  const faker = await createImpersonationToken(server.db, server.clock.now(), polishOwner.id, {
    isReadOnly: true,
  });
  await server.call(calls.startImpersonation, { body: { faker } });
  const { token } = await server.signInAs('polishOwner');
  const sessions = await list(token);
  const marked = sessions.flatMap(({ current, read_only_until: until }) =>
    until === undefined ? [] : [{ current, until }],
  );
  const until = new Date(server.clock.now() + HOUR_MS).toISOString();
  expect(marked).toEqual([{ current: false, until }]);
  expect(sessions.find(({ current }) => current)).not.toHaveProperty('read_only_until');
});

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
    'chrome',
    'android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'safari',
    'ios',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1',
    'chrome',
    'ios',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
    'edge',
    'windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; SM-G991B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36',
    'samsung',
    'android',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'firefox', 'linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'safari',
    'macos',
  ],
  ['curl/8.5', 'other', 'other'],
])('the user agent “%s” is recognised as %s on %s', (userAgent, browser, system) => {
  expect(deviceKindOf(userAgent)).toEqual({ browser, system });
});
