import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queueForWork } from '#sync/entities/registry.ts';
import type { QueueKey } from '#sync/retry/queue-key.ts';
import type { QueueRecord, RetryState } from '#sync/retry/retry-scheduler.ts';
import { saveRetryHistory } from '#sync/status/save-retry-history.ts';
import {
  isWorkQueue,
  mergeHistory,
  findQueueRecord,
  type RetryHistory,
} from '#sync/status/retry-history.ts';

const id = '40000000-0000-4000-8000-000000000001';
const failed = { lastTryAt: 10, lastError: 'timeout', nextTryAt: 20, lastSuccessAt: null } as const;
const done = { lastTryAt: 10, lastError: null, nextTryAt: null, lastSuccessAt: 11 } as const;
const scans: QueueKey = { kind: 'push', collection: 'scans' };
const photos: QueueKey = { kind: 'photos' };
const pullScans: QueueKey = { kind: 'pull', collection: 'scans' };
const leadOf = (lead: string): QueueKey => ({ kind: 'push', collection: 'leads', id: lead });

test('each queue has the history of its key, however the key was built', () => {
  const known = {
    queues: [
      { key: leadOf(id), ...failed },
      { key: scans, ...done },
    ],
  };
  expect(findQueueRecord({ id, collection: 'leads', kind: 'push' }, known)).toMatchObject(failed);
  expect(findQueueRecord({ ...scans }, known)).toMatchObject(done);
  expect(findQueueRecord(photos, known)).toBeNull();
  expect(findQueueRecord(pullScans, known)).toBeNull();
  expect(findQueueRecord({ kind: 'push', collection: 'projects', id }, known)).toBeNull();
});

test('each unsent item has the queue that sends it', () => {
  expect(queueForWork('lead', id)).toEqual(leadOf(id));
  expect(queueForWork('project', id)).toEqual({ kind: 'push', collection: 'projects', id });
  expect(queueForWork('chat', id)).toEqual({ kind: 'push', collection: 'chats', id });
  // Sent in bulk, or one after another.
  expect(queueForWork('scan', id)).toEqual(scans);
  expect(queueForWork('reading', id)).toEqual({ kind: 'push', collection: 'notifications' });
  expect(queueForWork('survey', id)).toEqual({ kind: 'push', collection: 'surveys' });
});

test('queues without the person’s work are distinguished', () => {
  const carriers = [
    scans,
    photos,
    leadOf(id),
    { kind: 'push', collection: 'projects', id },
  ] as const;
  expect(carriers.filter(isWorkQueue)).toEqual(carriers);
  const others = [
    pullScans,
    { kind: 'code' },
    { kind: 'checks' },
    { kind: 'own_data', id },
  ] as const;
  expect(others.filter(isWorkQueue)).toEqual([]);
});

test('current events override the saved history; a saved next try is ignored', () => {
  const noted = [scans, photos].map((key) => ({ key, ...failed }));
  const now = { key: scans, ...done, lastTryAt: 30 };
  const kept = { queues: noted, lastSuccessAt: 5 };
  expect(mergeHistory(kept, { queues: [now], lastSuccessAt: null })).toEqual({
    queues: [now, { key: photos, ...failed, nextTryAt: null }],
    lastSuccessAt: 5,
  });
});

/** A store that counts writes, and a scheduler controlled by the test. */
function world(kept: RetryHistory | null = null) {
  const writes: RetryHistory[] = [];
  let held = kept && { value: kept };
  let listener: (state: RetryState) => void = () => undefined;
  let state = { queues: [], lastSuccessAt: null } as unknown as RetryState;
  const database = {
    getLocal: () => Promise.resolve(held && { toJSON: () => ({ data: held }) }),
    upsertLocal: (_: string, data: { value: RetryHistory }) => {
      writes.push(data.value);
      held = data;
      return Promise.resolve();
    },
  } as unknown as Parameters<typeof saveRetryHistory>[0];
  const stop = saveRetryHistory(database, {
    state: () => state,
    subscribe: (listen) => {
      listener = listen;
      return () => (listener = () => undefined);
    },
  });
  const say = (queues: readonly QueueRecord[], lastSuccessAt: number | null = null) => {
    state = { ...state, queues, lastSuccessAt };
    listener(state);
  };
  return { writes, stop, say };
}

describe('the leader’s saved history', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('of five hundred tries costs one write', async () => {
    const { writes, say } = world();
    for (let at = 0; at < 500; at += 1) say([{ key: leadOf(`${at}`), ...failed, lastTryAt: at }]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writes).toHaveLength(1);
  });

  test('has no pulls, and nothing that succeeded', async () => {
    const { writes, stop, say } = world();
    const kept = [
      { key: scans, ...done },
      { key: leadOf('b'), ...failed },
    ];
    const others = [
      { key: pullScans, ...done },
      { key: leadOf('a'), ...done },
    ];
    say([...others, ...kept], 11);
    await stop();
    expect(writes).toEqual([{ queues: kept, lastSuccessAt: 11 }]);
  });

  test('keeps earlier entries, at most a hundred queues, the newest', async () => {
    const old = { key: leadOf('old'), ...failed, lastTryAt: 1 };
    const before = { queues: [old, { key: photos, ...failed }], lastSuccessAt: 3 };
    const { writes, stop, say } = world(before);
    const newer = (_: unknown, at: number) => {
      return { key: leadOf(`${at}`), ...failed, lastTryAt: 50 + at };
    };
    say(Array.from({ length: 99 }, newer));
    await stop();
    const { queues = [], lastSuccessAt } = writes[0] ?? {};
    expect(queues).toHaveLength(100);
    expect(findQueueRecord(photos, { queues })).not.toBeNull();
    expect(findQueueRecord(old.key, { queues })).toBeNull();
    expect(lastSuccessAt).toBe(3);
  });

  test('isn’t written again if nothing changed', async () => {
    const { writes, say } = world();
    say([{ key: scans, ...failed }]);
    await vi.advanceTimersByTimeAsync(2_000);
    say([{ key: scans, ...failed }]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes).toHaveLength(1);
  });
});
