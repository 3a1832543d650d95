import { expect, test, vi } from 'vitest';
import { configurationCalls } from '#schemas/api/configuration-calls.ts';
import { CallError } from '#sync/http/call-error.ts';
import { checkMaintenance } from '#sync/http/check-maintenance.ts';
import type { Session, SessionState } from '#sync/http/session.ts';
import type { Transport } from '#sync/http/transport.ts';

/**
 * Returns the resulting connection state and the requested call.
 * @param error the call's error; null if it succeeds
 */
async function checkWith(error: Error | null, name: SessionState['name'] = 'signed_in') {
  const call = vi.fn(() => (error ? Promise.reject(error) : Promise.resolve({})));
  const session = { state: () => ({ name }) } as unknown as Session;
  const verdict = await checkMaintenance({ call } as unknown as Transport, session);
  return { verdict, requestedCall: call.mock.calls[0]?.at(0) as unknown };
}

test.each([
  ['a response', null, 'online'],
  ['a 503', new CallError('maintenance', { status: 503 }), 'maintenance'],
  ['a 500', new CallError('internal', { status: 500 }), 'online'],
  ['a 401', new CallError('session_expired', { status: 401 }), 'online'],
  ['a gateway’s page', new CallError('not_an_answer', { status: 502 }), 'offline'],
  ['no response', new CallError('timeout'), 'offline'],
  ['a cancelled request', new CallError('cancelled'), null],
  ['an error in the page', new TypeError('No such chunk'), null],
] as const)(
  'F10: if the configuration call ends with %s, the connection state is right',
  async (_, error, verdict) => {
    expect((await checkWith(error)).verdict).toBe(verdict);
  },
);

test('without a session the public configuration is requested, otherwise the person’s configuration', async () => {
  const { getConfiguration, getPublicConfiguration } = configurationCalls;
  expect((await checkWith(null)).requestedCall).toBe(getConfiguration);
  expect((await checkWith(null, 'ended')).requestedCall).toBe(getPublicConfiguration);
});
