import { setupI18n } from '@lingui/core';
import { expect, test } from 'vitest';
import { namedActions } from '#console/parts/action-texts.ts';
import { errorText, explainedCodes } from '#console/data/error-texts.ts';
import { OperatorError, readFailure } from '#console/data/operator-error.ts';
import { operatorCalls } from '#schemas/operator/operator-calls.ts';
import { PASSKEY_NEEDED } from '#schemas/operator/operator-call.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const textOf = (error: OperatorError) => errorText(i18n, error);

test('every error of every call has a text', () => {
  const codes = new Set(Object.values(operatorCalls).flatMap(({ errors }) => errors));
  expect(codes.size).toBeGreaterThan(10);
  expect([...codes].filter((code) => !explainedCodes.has(code))).toEqual([]);
});

test('each code has a different text', () => {
  const texts = [...explainedCodes].map((code) => textOf(new OperatorError(code)));
  expect(new Set(texts).size).toBe(explainedCodes.size);
});

test('an unknown code asks the operator to check before repeating the action', () => {
  expect(textOf(new OperatorError('brand_new', { status: 409 }))).toBe(
    'The server couldn’t do this. Reload the page before you try again.',
  );
});

test('a reason is more specific than its code', () => {
  const body = { errors: [{ code: 'forbidden', message: '', reason: PASSKEY_NEEDED }] };
  const error = readFailure(403, body, null);
  expect(error.needsPasskey).toBe(true);
  expect(textOf(error)).toBe('This needs your passkey. Nothing was changed.');
});

test('an error text includes the number of attempts left and of minutes to wait', () => {
  expect(textOf(new OperatorError('invalid_code', { status: 406, triesLeft: 1 }))).toMatch(
    /no longer valid\. Ask for a new one\. 1 try left\.$/,
  );
  expect(textOf(readFailure(429, null, '90'))).not.toContain('minute');
  const limitedBody = { errors: [{ code: 'too_many_requests', message: '' }] };
  expect(textOf(readFailure(429, limitedBody, '90'))).toMatch(/Try again in 2 minutes\.$/);
});

test.each([
  [500, 'internal', true],
  [503, 'unavailable', true],
  [0, 'offline', true],
  [409, 'conflict', false],
  [403, 'forbidden', false],
] as const)('after %i %s, the outcome is uncertain: %s', (status, code, isUncertain) => {
  expect(new OperatorError(code, { status }).isUncertain).toBe(isUncertain);
});

test.each(['internal', 'offline', 'timeout'])(
  'a read that fails with %s has changed nothing',
  (code) => {
    expect(textOf(new OperatorError(code))).toContain('It isn’t certain');
    expect(textOf(new OperatorError(code, { isRead: true }))).toContain('Nothing was changed.');
  },
);

test('every action has a name for the audit', () => {
  const acts = Object.values(operatorCalls).filter(({ isAction }) => isAction);
  expect(acts.map(({ id }) => id).filter((id) => !namedActions.has(id))).toEqual([]);
});
