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
const success = { lastTryAt: 10, lastError: null, nextTryAt: null, lastSuccessAt: 11 } as const;
const scans: QueueKey = { kind: 'push', collection: 'scans' };
const photos: QueueKey = { kind: 'photos' };
const pullScans: QueueKey = { kind: 'pull', collection: 'scans' };
const leadOf = (lead: string): QueueKey => ({ kind: 'push', collection: 'leads', id: lead });

test('each queue has the history of its key, regardless of the order of the key’s fields', () => {
  const history = {
    queues: [
      { key: leadOf(id), ...failed },
      { key: scans, ...success },
    ],
  };
  expect(findQueueRecord({ id, collection: 'leads', kind: 'push' }, history)).toMatchObject(failed);
  expect(findQueueRecord({ ...scans }, history)).toMatchObject(success);
  expect(findQueueRecord(photos, history)).toBeNull();
  expect(findQueueRecord(pullScans, history)).toBeNull();
  expect(findQueueRecord({ kind: 'push', collection: 'projects', id }, history)).toBeNull();
});

test('each kind of unsent item maps to the queue that sends it', () => {
  expect(queueForWork('lead', id)).toEqual(leadOf(id));
  expect(queueForWork('project', id)).toEqual({ kind: 'push', collection: 'projects', id });
  expect(queueForWork('chat', id)).toEqual({ kind: 'push', collection: 'chats', id });
  // These items are sent in bulk, or one after another, so their queue has no item id.
  expect(queueForWork('scan', id)).toEqual(scans);
  expect(queueForWork('reading', id)).toEqual({ kind: 'push', collection: 'notifications' });
  expect(queueForWork('survey', id)).toEqual({ kind: 'push', collection: 'surveys' });
});

test('a failed attempt keeps the time of the last success before the app started', () => {
  const key: QueueKey = { kind: 'pull', collection: 'ledger' };
  const saved: RetryHistory = { queues: [{ key, ...success }], lastSuccessAt: 11 };
  const current = { queues: [{ key, ...failed, lastTryAt: 30 }], lastSuccessAt: null };
  expect(mergeHistory(saved, current).queues).toEqual([
    { key, ...failed, lastTryAt: 30, lastSuccessAt: 11 },
  ]);
});

test('queues with the person’s work are distinguished from other queues', () => {
  const workQueues = [
    scans,
    photos,
    leadOf(id),
    { kind: 'push', collection: 'projects', id },
  ] as const;
  expect(workQueues.filter(isWorkQueue)).toEqual(workQueues);
  const otherRecords = [
    pullScans,
    { kind: 'code' },
    { kind: 'checks' },
    { kind: 'own_data', id },
  ] as const;
  expect(otherRecords.filter(isWorkQueue)).toEqual([]);
});

test('current events override the saved history; a saved next attempt is ignored', () => {
  const failedRecords = [scans, photos].map((key) => ({ key, ...failed }));
  const current = { key: scans, ...success, lastTryAt: 30 };
  const storedHistory = { queues: failedRecords, lastSuccessAt: 5 };
  expect(mergeHistory(storedHistory, { queues: [current], lastSuccessAt: null })).toEqual({
    queues: [current, { key: photos, ...failed, nextTryAt: null }],
    lastSuccessAt: 5,
  });
});

/** A store that counts writes, and a scheduler controlled by the test. */
function recordedHistory(storedHistory: RetryHistory | null = null) {
  const writes: RetryHistory[] = [];
  let document = storedHistory && { value: storedHistory };
  let listener: (state: RetryState) => void = () => undefined;
  let state = { queues: [], lastSuccessAt: null } as unknown as RetryState;
  const database = {
    getLocal: () => Promise.resolve(document && { toJSON: () => ({ data: document }) }),
    upsertLocal: (_: string, data: { value: RetryHistory }) => {
      writes.push(data.value);
      document = data;
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
  const report = (queues: readonly QueueRecord[], lastSuccessAt: number | null = null) => {
    state = { ...state, queues, lastSuccessAt };
    listener(state);
  };
  return { writes, stop, report };
}

describe('the leader’s saved history', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is written once for five hundred attempts', async () => {
    const { writes, report } = recordedHistory();
    for (let index = 0; index < 500; index += 1)
      report([{ key: leadOf(`${index}`), ...failed, lastTryAt: index }]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writes).toHaveLength(1);
  });

  test('contains no pulls, and nothing that succeeded', async () => {
    const { writes, stop, report } = recordedHistory();
    const storedHistory = [
      { key: scans, ...success },
      { key: leadOf('b'), ...failed },
    ];
    const otherRecords = [
      { key: pullScans, ...success },
      { key: leadOf('a'), ...success },
    ];
    report([...otherRecords, ...storedHistory], 11);
    await stop();
    expect(writes).toEqual([{ queues: storedHistory, lastSuccessAt: 11 }]);
  });

  test('keeps earlier entries, up to the newest hundred queues', async () => {
    const old = { key: leadOf('old'), ...failed, lastTryAt: 1 };
    const before = { queues: [old, { key: photos, ...failed }], lastSuccessAt: 3 };
    const { writes, stop, report } = recordedHistory(before);
    const newer = (_: unknown, index: number) => {
      return { key: leadOf(`${index}`), ...failed, lastTryAt: 50 + index };
    };
    report(Array.from({ length: 99 }, newer));
    await stop();
    const { queues = [], lastSuccessAt } = writes[0] ?? {};
    expect(queues).toHaveLength(100);
    expect(findQueueRecord(photos, { queues })).not.toBeNull();
    expect(findQueueRecord(old.key, { queues })).toBeNull();
    expect(lastSuccessAt).toBe(3);
  });

  test('isn’t written again if nothing changed', async () => {
    const { writes, report } = recordedHistory();
    report([{ key: scans, ...failed }]);
    await vi.advanceTimersByTimeAsync(2_000);
    report([{ key: scans, ...failed }]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(writes).toHaveLength(1);
  });
});
