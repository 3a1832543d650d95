import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withTimeout } from '#sync/store/with-timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a promise that doesn’t settle times out', async () => {
  const failure = vi.fn();
  withTimeout(new Promise(() => undefined), 5_000).catch(failure);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(failure).toHaveBeenCalledWith(new Error("IndexedDB doesn't respond."));
  expect(vi.getTimerCount()).toBe(0);
});

test('a page suspended during the request still gets its response', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const answer = withTimeout(promise, 5_000);
  // After any suspension, only the due timer runs before the result.
  await vi.advanceTimersToNextTimerAsync();
  resolve('names');
  expect(await answer).toBe('names');
});
