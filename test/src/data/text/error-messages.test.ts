import { setupI18n } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { apiErrorCodes } from '#schemas/api/errors.ts';
import { HOUR_MS } from '#schemas/durations.ts';
import { errorMessage, errorMessages } from '#src/data/text/error-messages.ts';
import { CallError } from '#sync/http/call-error.ts';
import { SyncError } from '#sync/store/sync-error.ts';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
const textOf = (error: unknown) => i18n._(errorMessage(error));
const fallbackText = 'Something went wrong. Please try again.';

describe('error messages', () => {
  test.each(apiErrorCodes)('%s has a translated message', (code) => {
    const sentence = textOf({ code });
    expect(sentence).toMatch(/^[A-Z].*\.$/);
    expect(sentence).not.toContain(code);
  });

  test('specified messages match word for word', () => {
    expect(textOf({ code: 'already_scanned' })).toBe('This product has been scanned already.');
    expect(textOf({ code: 'not_a_product' })).toBe('This is not a valid Skylight product.');
    expect(textOf({ code: 'installer_not_found' })).toBe(
      'Installer not found. Check your entry, or register your company.',
    );
    expect(textOf({ code: 'internal' })).toBe(fallbackText);
  });

  test('include the reason why a label isn’t a product', () => {
    for (const code of ['unknown_serial', 'serial_mismatch', 'type_not_allowed']) {
      expect(textOf({ code })).toMatch(/^This is not a valid Skylight product\. .+\.$/);
    }
  });

  test('exist for all errors of calls and devices, and all rejections', () => {
    expect(textOf(new CallError('offline'))).toBe(i18n._(errorMessages.offline));
    expect(textOf(new CallError('too_many_requests', { status: 429 }))).toContain('Wait');
    expect(textOf(new SyncError('storage_full'))).toContain('wasn’t saved');
    expect(textOf({ code: 'unknown_serial', message: 'of the server' })).not.toContain(
      'of the server',
    );
  });

  test.each([
    [1000, 'Too many attempts. Try again in 1 minute.'],
    [61_000, 'Too many attempts. Try again in 2 minutes.'],
    [HOUR_MS, 'Too many attempts. Try again in 1 hour.'],
    [20 * HOUR_MS, 'Too many attempts. Try again in 20 hours.'],
  ])('say when to retry after too many requests: after %d ms', (retryAfterMs, sentence) => {
    expect(textOf(new CallError('too_many_requests', { status: 429, retryAfterMs }))).toBe(
      sentence,
    );
  });

  test('say how many tries are left after a wrong code', () => {
    const wrongCodeMessage = (tries_left: number) =>
      textOf(
        new CallError('invalid_code', {
          errors: [{ code: 'invalid_code', message: '', tries_left }],
        }),
      );
    expect(wrongCodeMessage(4)).toBe('This code is wrong. You have 4 tries left.');
    expect(wrongCodeMessage(1)).toBe('This code is wrong. You have 1 try left.');
    expect(wrongCodeMessage(0)).toBe(i18n._(errorMessages.invalid_code));
  });

  test('explain that a project can’t be deleted because it comes from a lead', () => {
    expect(textOf({ code: 'project_of_lead' })).toContain('comes from a lead');
  });

  test.each([
    new Error('boom'),
    null,
    undefined,
    'text',
    { code: 7 },
    { code: 'from_a_newer_server' },
    { code: 'toString' },
  ])('are generic for any other exception: %o', (error) => {
    expect(textOf(error)).toBe(fallbackText);
  });

  test('have no exclamation marks', () => {
    for (const message of Object.values(errorMessages)) expect(i18n._(message)).not.toContain('!');
  });
});
