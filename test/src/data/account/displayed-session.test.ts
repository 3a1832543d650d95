import { beforeEach, expect, test } from 'vitest';
import { createDisplayedSession } from '#src/data/account/displayed-session.ts';
import { type Readable, type Writable, writable } from '#src/data/live/readable.ts';
import type { SessionState } from '#sync/http/session.ts';

const signedIn = (user_id: string, token = ''): SessionState => ({
  name: 'signed_in',
  account: { user_id, company_id: user_id, role: 3, region: 'PL' },
  token: { token, refresh_token: '', expiresAt: '' },
});
const endedSession: SessionState = {
  name: 'ended',
  account: { user_id: 'anna', company_id: 'anna', role: 3, region: 'PL' },
};
const anna = signedIn('anna');

let session: Writable<SessionState>;
let isEdited: Writable<boolean>;
let displayed: Readable<SessionState>;
beforeEach(() => {
  session = writable(anna);
  isEdited = writable(false);
  displayed = createDisplayedSession(
    { state: session.current, subscribe: session.subscribe },
    isEdited,
  );
});

test('without an edited form, the screens show the new session immediately', () => {
  for (const next of [endedSession, signedIn('piotr'), { name: 'signed_out' } as const]) {
    session.set(next);
    expect(displayed.current()).toBe(next);
  }
});

test.each([
  ['the server ends', endedSession],
  ['someone else signs in', signedIn('piotr')],
])('if %s, the displayed session ends once the form is saved or left', (_, next) => {
  isEdited.set(true);
  session.set(next);
  expect(displayed.current()).toBe(anna);
  isEdited.set(false);
  expect(displayed.current()).toBe(next);
});

test('after signing in again, the same person continues where they were', () => {
  isEdited.set(true);
  session.set(endedSession);
  const renewedState = signedIn('anna', 'new');
  session.set(renewedState);
  expect(displayed.current()).toBe(renewedState);
});

test('a sign-out takes effect immediately, even with an edited form', () => {
  isEdited.set(true);
  const signedOut = { name: 'signed_out' } as const;
  session.set(signedOut);
  expect(displayed.current()).toBe(signedOut);
});
