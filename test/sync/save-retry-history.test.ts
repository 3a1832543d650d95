import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NEVER } from 'rxjs';
import { saveRetryHistory } from '#sync/status/save-retry-history.ts';
import type { RetryState } from '#sync/retry/retry-scheduler.ts';
import type { LocalDocuments } from '#sync/store/local-documents.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Saves the history of a scheduler controlled by the test. */
function keeping() {
  const written: unknown[] = [];
  const database: LocalDocuments = {
    eventBulks$: NEVER,
    getLocal: () => Promise.resolve(null),
    upsertLocal: (_, { value }) => Promise.resolve(written.push(value)),
  };
  let state = { queues: [], lastSuccessAt: null } as unknown as RetryState;
  let listener: (now: RetryState) => void = () => undefined;
  saveRetryHistory(database, {
    state: () => state,
    subscribe: (one) => {
      listener = one;
      return () => undefined;
    },
  });
  const say = (lastSuccessAt: number | null) => {
    state = { ...state, lastSuccessAt };
    listener(state);
  };
  return { written, say };
}

test('reaching the server is saved at once, since the page can be left within two seconds', async () => {
  const { written, say } = keeping();
  say(null);
  say(7);
  await vi.advanceTimersByTimeAsync(1);
  expect(written).toEqual([{ queues: [], lastSuccessAt: 7 }]);
});

test('later events are saved once in two seconds', async () => {
  const { written, say } = keeping();
  say(7);
  await vi.advanceTimersByTimeAsync(1);
  for (const at of [8, 9, 10]) say(at);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(written).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(written.at(-1)).toEqual({ queues: [], lastSuccessAt: 10 });
});
