import { expect, test } from 'vitest';
import { suppressQuotaRejections } from '#src/data/device/quota-rejections.ts';

/** Dispatches an unhandled rejection and returns whether it was suppressed. */
function isExpected(reason: unknown): boolean {
  const target = new EventTarget();
  // Safe: an event target works like a window, and only its event types differ.
  const stop = suppressQuotaRejections(target as Window);
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
  target.dispatchEvent(event);
  stop();
  return event.defaultPrevented;
}

test('F21: unhandled rejections of RxDB on a full device are suppressed', () => {
  const full = { name: 'AbortError', inner: { name: 'QuotaExceededError' } };
  expect(isExpected(full)).toBe(true);
});

test('every other unhandled rejection is still reported', () => {
  expect(isExpected(new Error('broken'))).toBe(false);
  expect(isExpected({ name: 'AbortError' })).toBe(false);
  expect(isExpected(undefined)).toBe(false);
});
