import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#schemas/durations.ts';
import type { LoginResponse } from '#schemas/session.ts';
import {
  initialLoginState,
  type LoginEvent,
  type LoginState,
  reduceLogin,
  secondsUntilResend,
} from '#src/features/login/login-state.ts';

const challenge: LoginResponse = {
  region: 'PL',
  has_survey: false,
  email_consent: true,
  phone_consent: true,
  options: '{}',
  role: 3,
  user_id: '0199a1b2-0000-7000-8000-000000000001',
  company_id: '0199a1b2-0000-7000-8000-000000000002',
  created_at: '2026-05-04T10:00:00.000Z',
  challenge_id: '0199a1b2-0000-7000-8000-000000000003',
  code_length: 5,
};
const run = (...events: LoginEvent[]): LoginState =>
  events.reduce(reduceLogin, initialLoginState('PL'));

const typed: LoginEvent[] = [
  { name: 'method_chosen', method: 'email' },
  { name: 'typed', email: 'anna@example.com' },
];
const codeSent: LoginEvent = { name: 'code_sent', challenge, sentAt: 1000 };

describe('the sign-in', () => {
  test('starts with the phone number and continues with the code', () => {
    expect(run()).toMatchObject({ step: 'id', method: 'phone' });
    expect(run(...typed)).toMatchObject({ step: 'id', method: 'email', email: 'anna@example.com' });
    expect(run(...typed, codeSent)).toMatchObject({ step: 'code', challenge, codeSentAt: 1000 });
  });

  test('a wrong code leads back to the id step with the reason, and keeps the input', () => {
    const state = run(...typed, codeSent, { name: 'code_rejected', code: 'invalid_code' });
    expect(state).toMatchObject({
      step: 'id',
      refusal: 'invalid_code',
      email: 'anna@example.com',
      challenge: null,
      codeSentAt: null,
    });
    expect(reduceLogin(state, { name: 'typed', email: 'a' }).refusal).toBeNull();
  });

  test('a wrong code with tries left keeps its message until the next request', () => {
    const codeRejected: LoginEvent = { name: 'code_rejected', code: 'invalid_code', triesLeft: 4 };
    const state = run(...typed, codeSent, codeRejected);
    expect(state).toMatchObject({ step: 'id', refusal: 'invalid_code', triesLeft: 4, challenge });
    const retried = reduceLogin(state, { name: 'tried_again' });
    expect(retried).toMatchObject({ step: 'code', refusal: null, codeSentAt: 1000 });
    expect(reduceLogin(state, { name: 'code_requested' }).refusal).toBeNull();
    const exhausted = run(
      ...typed,
      codeSent,
      { ...codeRejected, triesLeft: 0 },
      { name: 'tried_again' },
    );
    expect(exhausted).toMatchObject({ step: 'id', challenge: null });
  });

  test('the code step can’t be reached without requesting a code', () => {
    expect(run(...typed, { name: 'tried_again' }).step).toBe('id');
  });

  test('switching to the other identifier keeps the input and clears the message', () => {
    const afterRejection = run(...typed, codeSent, { name: 'code_rejected', code: 'invalid_code' });
    const other = reduceLogin(afterRejection, { name: 'method_chosen', method: 'phone' });
    expect(other).toMatchObject({ step: 'id', method: 'phone', refusal: null });
    expect(other.email).toBe('anna@example.com');
  });

  test('goes back step by step, and stays at the first step', () => {
    const wentBack: LoginEvent = { name: 'went_back' };
    expect(run(...typed, codeSent, wentBack).step).toBe('id');
    expect(run(...typed, codeSent, wentBack, wentBack).step).toBe('id');
    expect(run(wentBack).step).toBe('id');
  });

  test('a new code starts the wait of a minute again', () => {
    const state = run(...typed, codeSent, { ...codeSent, sentAt: 90_000 });
    expect(state.codeSentAt).toBe(90_000);
    expect(state.step).toBe('code');
  });

  test('keeps its token while an owner completes their data, and drops it at the end', () => {
    const { user_id, company_id, role, region, has_survey } = challenge;
    const tokens = { token: 'a'.repeat(30), refresh_token: 'b'.repeat(30), expiresAt: '' };
    const signedIn = { ...tokens, user_id, company_id, role, region, has_survey };
    const afterSignIn = run(...typed, codeSent, { name: 'verified', signedIn });
    expect(afterSignIn).toMatchObject({ step: 'owner', signedIn });
    const declined = reduceLogin(afterSignIn, { name: 'declined' });
    expect(declined).toEqual({ ...initialLoginState('PL'), method: 'email', declined: true });
    const expired = reduceLogin(afterSignIn, { name: 'code_rejected', code: 'session_expired' });
    expect(expired).toMatchObject({ step: 'id', signedIn: null, refusal: 'session_expired' });
    expect(run(...typed, codeSent, { name: 'declined' }, codeSent).declined).toBe(false);
  });
});

describe('the wait for a new code', () => {
  test.each([
    [0, 60],
    [999, 60],
    [1000, 59],
    [59_999, 1],
    [60_000, 0],
    [HOUR_MS, 0],
  ])('after %i ms: %i s', (elapsedMs, seconds) => {
    expect(secondsUntilResend(5000, 5000 + elapsedMs)).toBe(seconds);
  });

  test('never exceeds a minute, for any clock', () => {
    expect(secondsUntilResend(9_000_000, 1000)).toBe(60);
    expect(secondsUntilResend(null, 1000)).toBe(0);
  });
});
