import { beforeEach, expect, test } from 'vitest';
import { createDisplayedSession } from '#src/data/account/displayed-session.ts';
import { type Readable, type Writable, writable } from '#src/data/live/readable.ts';
import type { SessionState } from '#sync/http/session.ts';

const signedIn = (user_id: string, token = ''): SessionState => ({
  name: 'signed_in',
  account: { user_id, company_id: user_id, role: 3, region: 'PL' },
  token: { token, refresh_token: '', expiresAt: '' },
});
const ended: SessionState = {
  name: 'ended',
  account: { user_id: 'anna', company_id: 'anna', role: 3, region: 'PL' },
};
const anna = signedIn('anna');

let session: Writable<SessionState>;
let touched: Writable<boolean>;
let shown: Readable<SessionState>;
beforeEach(() => {
  session = writable(anna);
  touched = writable(false);
  shown = createDisplayedSession({ state: session.current, subscribe: session.subscribe }, touched);
});

test('without an edited form the screens follow at once', () => {
  for (const next of [ended, signedIn('piotr'), { name: 'signed_out' } as const]) {
    session.set(next);
    expect(shown.current()).toBe(next);
  }
});

test.each([
  ['the server ends', ended],
  ['somebody else takes over', signedIn('piotr')],
])('a session that %s ends once the form is saved or left', (_, next) => {
  touched.set(true);
  session.set(next);
  expect(shown.current()).toBe(anna);
  touched.set(false);
  expect(shown.current()).toBe(next);
});

test('the same person continues where they were after signing in again', () => {
  touched.set(true);
  session.set(ended);
  const again = signedIn('anna', 'new');
  session.set(again);
  expect(shown.current()).toBe(again);
});

test('a sign-out takes effect at once, even with an edited form', () => {
  touched.set(true);
  const out = { name: 'signed_out' } as const;
  session.set(out);
  expect(shown.current()).toBe(out);
});
