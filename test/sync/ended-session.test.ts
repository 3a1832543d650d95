import { expect, test } from 'vitest';
import { calls } from '#schemas/api/calls.ts';
import { browserLocks } from '#sync/browser-ports.ts';
import { createSession } from '#sync/http/session.ts';
import { createTransport } from '#sync/http/transport.ts';

const account = {
  user_id: '20000000-0000-4000-8000-000000000001',
  company_id: '10000000-0000-4000-8000-000000000001',
  role: 4,
  region: 'PL',
} as const;
const token = {
  token: 'an-access-token-of-a-test',
  refresh_token: 'a-refresh-token-of-a-test',
  expiresAt: '2026-05-04T11:00:00.000Z',
};

/** A stored session, and calls that all fail with an ended session. */
function sessionEndedBy(body: object) {
  const texts = new Map<string, string>();
  const store = {
    get: (key: string) => texts.get(key) ?? null,
    set: (key: string, value: string) => void texts.set(key, value),
    remove: (key: string) => void texts.delete(key),
    subscribe: () => () => undefined,
  };
  const session = createSession({ store });
  session.start(account, token);
  const errors = [{ code: 'session_expired', message: '', ...body }];
  const headers = { 'content-type': 'application/json' };
  const respond = () => new Response(JSON.stringify({ errors }), { status: 401, headers });
  const transport = createTransport({
    baseUrl: '/api',
    fetch: () => Promise.resolve(respond()),
    session,
    language: () => 'pl',
    platform: 'web',
    clock: Date.now,
    locks: browserLocks(),
  });
  return { session, transport, restarted: () => createSession({ store }) };
}

test('the reason why the server ended a session survives a restart, until the next sign-in', async () => {
  const { session, transport, restarted } = sessionEndedBy({ reason: 'phone_changed' });
  await expect(transport.call(calls.signOut, {})).rejects.toMatchObject({ status: 401 });
  const ended = { name: 'ended', account, reason: 'phone_changed' };
  expect(session.state()).toEqual(ended);
  expect(restarted().state()).toEqual(ended);
  session.start(account, token);
  expect(restarted().state()).toEqual({ name: 'signed_in', account, token });
});

test('an unknown or missing reason ends the session too', async () => {
  for (const body of [{ reason: 'a later one' }, {}]) {
    const { session, transport } = sessionEndedBy(body);
    await expect(transport.call(calls.signOut, {})).rejects.toMatchObject({ status: 401 });
    expect(session.state()).toEqual({ name: 'ended', account, ...body });
  }
});
