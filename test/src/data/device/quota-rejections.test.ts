import { expect, test } from 'vitest';
import { suppressQuotaRejections } from '#src/data/device/quota-rejections.ts';

/** Dispatches an unhandled rejection and returns whether it was suppressed. */
function isExpected(reason: unknown): boolean {
  const target = new EventTarget();
  // An event target works like a window; only its event types differ.
  const stop = suppressQuotaRejections(target as Window);
  const event = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason });
  target.dispatchEvent(event);
  stop();
  return event.defaultPrevented;
}

test('F21: rejections that RxDB doesn’t handle on a full device are expected', () => {
  const full = { name: 'AbortError', inner: { name: 'QuotaExceededError' } };
  expect(isExpected(full)).toBe(true);
});

test('every other unhandled rejection is still reported', () => {
  expect(isExpected(new Error('broken'))).toBe(false);
  expect(isExpected({ name: 'AbortError' })).toBe(false);
  expect(isExpected(undefined)).toBe(false);
});
