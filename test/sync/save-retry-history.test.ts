import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NEVER } from 'rxjs';
import { saveRetryHistory } from '#sync/status/save-retry-history.ts';
import type { QueueRecord, RetryState } from '#sync/retry/retry-scheduler.ts';
import type { LocalDocuments } from '#sync/store/local-documents.ts';

const pulled = { lastTryAt: 6, lastError: null, nextTryAt: null, lastSuccessAt: 7 } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Saves the history of a scheduler controlled by the test. */
function saveHistory(queues: readonly QueueRecord[] = []) {
  const writes: unknown[] = [];
  const database: LocalDocuments = {
    eventBulks$: NEVER,
    getLocal: () => Promise.resolve(null),
    upsertLocal: (_, { value }) => Promise.resolve(writes.push(value)),
  };
  let state = { queues, lastSuccessAt: null } as unknown as RetryState;
  let listener: (state: RetryState) => void = () => undefined;
  saveRetryHistory(database, {
    state: () => state,
    subscribe: (one) => {
      listener = one;
      return () => undefined;
    },
  });
  const report = (lastSuccessAt: number | null) => {
    state = { ...state, lastSuccessAt };
    listener(state);
  };
  return { writes, report };
}

test('reaching the server is saved immediately, because the person can leave the page within two seconds', async () => {
  const { writes, report } = saveHistory();
  report(null);
  report(7);
  await vi.advanceTimersByTimeAsync(1);
  expect(writes).toEqual([{ queues: [], lastSuccessAt: 7 }]);
});

test('later events are saved no more than once every two seconds', async () => {
  const { writes, report } = saveHistory();
  report(7);
  await vi.advanceTimersByTimeAsync(1);
  for (const at of [8, 9, 10]) report(at);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(writes).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(writes.at(-1)).toEqual({ queues: [], lastSuccessAt: 10 });
});

test('the last pull of the ledger is saved, and no other pull', async () => {
  const { writes, report } = saveHistory([
    { key: { kind: 'pull', collection: 'ledger' }, ...pulled },
    { key: { kind: 'pull', collection: 'scans' }, ...pulled },
  ]);
  report(7);
  await vi.advanceTimersByTimeAsync(1);
  const queues = [{ key: { kind: 'pull', collection: 'ledger' }, ...pulled }];
  expect(writes).toEqual([{ queues, lastSuccessAt: 7 }]);
});
