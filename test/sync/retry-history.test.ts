import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { QueueRecord, RetryState } from '#sync/retry/retry-scheduler.ts';
import { keepRetryHistory } from '#sync/retry/keep-history.ts';
import {
  carriesWork,
  mergeHistory,
  recordOf,
  type RetryHistory,
} from '#sync/retry/retry-history.ts';

const id = '40000000-0000-4000-8000-000000000001';
const failed = { lastTryAt: 10, lastError: 'timeout', nextTryAt: 20, lastSuccessAt: null } as const;
const done = { lastTryAt: 10, lastError: null, nextTryAt: null, lastSuccessAt: 11 } as const;

test('each unsent piece has the record of the line that carries it', () => {
  const known = { lanes: { [`lead ${id}`]: failed, scans: done } };
  expect(recordOf({ kind: 'lead', id }, known)).toEqual(failed);
  expect(recordOf({ kind: 'scan', waitsForPhoto: false }, known)).toEqual(done);
  expect(recordOf({ kind: 'scan', waitsForPhoto: true }, known)).toBeNull();
  expect(recordOf({ kind: 'closing', id }, known)).toBeNull();
});

test('what carries no work of the person is told apart', () => {
  const carriers = ['scans', 'photos', `lead ${id}`, `closing ${id}`];
  expect(carriers.filter(carriesWork)).toEqual(carriers);
  expect(
    ['pull scans', 'pull leads', 'notifications', 'code', 'checks'].filter(carriesWork),
  ).toEqual([]);
});

test('what happens now counts more than what was noted; a noted next try is none any more', () => {
  const kept = { lanes: { scans: failed, photos: failed }, lastSuccessAt: 5 };
  const now = { lanes: { scans: { ...done, lastTryAt: 30 } }, lastSuccessAt: null };
  expect(mergeHistory(kept, now)).toEqual({
    lanes: { scans: { ...done, lastTryAt: 30 }, photos: { ...failed, nextTryAt: null } },
    lastSuccessAt: 5,
  });
});

describe('the leader’s notes', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A store that counts, and a retry scheduler that says what the test has it say. */
  function world(kept: RetryHistory | null = null) {
    const writes: RetryHistory[] = [];
    let held = kept;
    let listener: (state: RetryState) => void = () => undefined;
    let state = { lanes: {}, lastSuccessAt: null } as unknown as RetryState;
    const database = {
      getLocal: () => Promise.resolve(held && { toJSON: () => ({ data: held }) }),
      upsertLocal: (_: string, records: RetryHistory) => {
        writes.push(records);
        held = records;
        return Promise.resolve();
      },
    } as unknown as Parameters<typeof keepRetryHistory>[0];
    const stop = keepRetryHistory(database, {
      state: () => state,
      subscribe: (listen) => {
        listener = listen;
        return () => (listener = () => undefined);
      },
    });
    const say = (lanes: Record<string, QueueRecord>, lastSuccessAt: number | null = null) => {
      state = { ...state, lanes, lastSuccessAt };
      listener(state);
    };
    return { writes, stop, say };
  }

  test('of five hundred tries cost one write', async () => {
    const { writes, say } = world();
    for (let at = 0; at < 500; at += 1) say({ [`lead ${at}`]: { ...failed, lastTryAt: at } });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writes).toHaveLength(1);
  });

  test('hold no pulls, and nothing of what is through', async () => {
    const { writes, stop, say } = world();
    say({ scans: done, 'pull scans': done, 'lead a': done, 'lead b': failed }, 11);
    await stop();
    expect(writes).toEqual([{ lanes: { scans: done, 'lead b': failed }, lastSuccessAt: 11 }]);
  });

  test('keep what was noted before, a hundred lines at most, the newest', async () => {
    const before = { lanes: { 'lead old': { ...failed, lastTryAt: 1 }, photos: failed } };
    const { writes, stop, say } = world({ ...before, lastSuccessAt: 3 });
    const lines = Array.from({ length: 99 }, (_, at) => [
      `lead ${at}`,
      { ...failed, lastTryAt: 50 + at },
    ]);
    say(Object.fromEntries(lines) as Record<string, QueueRecord>);
    await stop();
    const [records] = writes;
    expect(Object.keys(records?.lanes ?? {})).toHaveLength(100);
    expect(records?.lanes).toHaveProperty('photos');
    expect(records?.lanes).not.toHaveProperty('lead old');
    expect(records?.lastSuccessAt).toBe(3);
  });

  test('that say nothing new are not written again', async () => {
    const { writes, say } = world();
    say({ scans: failed });
    await vi.advanceTimersByTimeAsync(2_000);
    say({ scans: failed });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes).toHaveLength(1);
  });
});
