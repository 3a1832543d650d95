import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '#schemas/durations.ts';
import { MAX_BACKOFF_MS } from '#sync/retry/retry-policy.ts';
import { CallError } from '#sync/http/call-error.ts';
import type { Connection, Connectivity } from '#sync/http/connectivity.ts';
import type { QueueKey } from '#sync/retry/queue-key.ts';
import { findQueueRecord } from '#sync/status/retry-history.ts';
import { createRetryScheduler, type RetryScheduler } from '#sync/retry/retry-scheduler.ts';
import type { Session, SessionState } from '#sync/http/session.ts';

const userId = '20000000-0000-4000-8000-000000000001';
const account = { user_id: userId, company_id: userId, role: 3, region: 'PL' } as const;
const token = { token: '', refresh_token: '', expiresAt: '' };

const scans: QueueKey = { kind: 'push', collection: 'scans' };
const pullScans: QueueKey = { kind: 'pull', collection: 'scans' };

let retry: RetryScheduler;
let connection: Connection;
let setConnection: (connection: Connection, hasRecovered?: boolean) => void;
let setSession: (state: SessionState) => void;
/** Changes the session like another tab: the scheduler is notified later, or never. */
let changeSession: (state: SessionState) => void;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  let session: SessionState = { name: 'signed_in', account, token };
  connection = 'online';
  const connectivity: Connectivity = {
    state: () => connection,
    subscribe(listener) {
      setConnection = (next, hasRecovered = false) => {
        connection = next;
        listener(next, hasRecovered);
      };
      return () => undefined;
    },
    probe: () => Promise.resolve('online'),
    check: () => Promise.resolve('online'),
    close: () => undefined,
  };
  changeSession = (next) => {
    session = next;
  };
  const sessions = {
    state: () => session,
    subscribe(listener: (state: SessionState) => void) {
      setSession = (next) => {
        session = next;
        listener(next);
      };
      return () => undefined;
    },
  } satisfies Pick<Session, 'state' | 'subscribe'>;
  retry = createRetryScheduler({
    userId,
    session: sessions as Session,
    connectivity,
    clock: Date.now,
    random: () => 1,
  });
});
afterEach(() => {
  retry.close();
  vi.useRealTimers();
});

const failing = (code: 'offline' | 'maintenance' | 'internal' = 'offline') =>
  vi.fn(() => Promise.reject(new CallError(code)));
const flush = () => vi.advanceTimersByTimeAsync(0);
const onGiveUp = () => undefined;

test('F08: retries continue for days at growing intervals, and never give up', async () => {
  const task = failing();
  retry.run(scans, task).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(3 * DAY_MS);
  const days = (3 * DAY_MS) / MAX_BACKOFF_MS;
  expect(task.mock.calls.length).toBeGreaterThan(days * 0.9);
  expect(task.mock.calls.length).toBeLessThan(days + 20);
  expect(retry.state()).toMatchObject({ waiting: 1, lastError: 'offline' });
});

test('F08: a retry starts immediately when the network returns', async () => {
  const task = failing();
  retry.run(scans, task).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(100_000);
  const before = task.mock.calls.length;
  setConnection('online', true);
  await flush();
  expect(task.mock.calls.length).toBe(before + 1);
});

test('F12: while the server is unreachable, pulls are paused, but pushes are tried', async () => {
  const readTask = failing();
  const sending = failing();
  setConnection('offline');
  retry.run(pullScans, readTask, { isReadOnly: true }).catch(onGiveUp);
  retry.run(scans, sending).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(readTask).not.toHaveBeenCalled();
  expect(sending.mock.calls.length).toBeGreaterThan(1);
  setConnection('online');
  await flush();
  expect(readTask).toHaveBeenCalledOnce();
});

test('F33: a clock set back by years delays no retry', async () => {
  const task = failing();
  retry.run(scans, task).catch(onGiveUp);
  retry.resume();
  await vi.advanceTimersByTimeAsync(100_000);
  const before = task.mock.calls.length;
  vi.setSystemTime(Date.now() - 3 * 365 * DAY_MS);
  setConnection('online', true);
  await flush();
  expect(task.mock.calls.length).toBe(before + 1);
});

test('F14: a flapping network causes no storm: the delays grow as on a stable network', async () => {
  const task = failing();
  retry.run(scans, task).catch(onGiveUp);
  for (let second = 0; second < 120; second += 1) {
    setConnection(second % 2 === 0 ? 'offline' : 'online');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // After 1, 2, 4, 8, 16, 32 and 60 s.
  expect(task.mock.calls.length).toBe(7);
});

test('F14: paused queues run once the server is reachable; failed ones don’t', async () => {
  const failed = failing();
  const pausedTask = vi.fn(() => Promise.resolve());
  retry.run(scans, failed).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = failed.mock.calls.length;
  setConnection('offline');
  void retry.run(pullScans, pausedTask, { isReadOnly: true });
  await flush();
  expect(retry.state()).toMatchObject({ waiting: 2 });
  setConnection('online');
  await flush();
  expect(pausedTask).toHaveBeenCalledOnce();
  expect(failed.mock.calls.length).toBe(before);
});

test('F14: a refreshed token triggers no retry', async () => {
  const task = failing();
  retry.run(scans, task).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = task.mock.calls.length;
  setSession({ name: 'signed_in', account, token: { ...token, token: 'renewed' } });
  await flush();
  expect(task.mock.calls.length).toBe(before);
});

test('F09: a session replaced before its end was announced resumes the waiting queues', async () => {
  const task = vi.fn(() => Promise.resolve());
  changeSession({ name: 'ended', account });
  void retry.run(scans, task);
  await flush();
  expect(task).not.toHaveBeenCalled();
  setSession({ name: 'signed_in', account, token: { ...token, token: 'another' } });
  await flush();
  expect(task).toHaveBeenCalledOnce();
});

test('a new edit is sent immediately, and doesn’t reset its queue’s delays', async () => {
  const task = failing();
  retry.run(scans, task).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = task.mock.calls.length;
  retry.retryNow(pullScans);
  await flush();
  expect(task.mock.calls.length).toBe(before);
  retry.retryNow(scans);
  await flush();
  expect(task.mock.calls.length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(task.mock.calls.length).toBe(before + 1);
});

test('F03: a queue never overlaps with itself, and queues don’t wait for each other', async () => {
  const order: string[] = [];
  let release = () => {};
  const slowTask = () =>
    new Promise<void>((resolve) => (release = resolve)).then(() => void order.push('slow'));
  const quickTask = (name: string) => () => Promise.resolve(void order.push(name));
  void retry.run(scans, slowTask);
  void retry.run(scans, quickTask('next'));
  void retry.run({ kind: 'photos' }, quickTask('other queue'));
  await flush();
  expect(order).toEqual(['other queue']);
  release();
  await flush();
  expect(order).toEqual(['other queue', 'slow', 'next']);
});

test('F03: the same key means the same queue, and each document has its own', async () => {
  const order: string[] = [];
  const neverEnding = () => new Promise<void>(() => undefined);
  const record = (name: string) => () => Promise.resolve(void order.push(name));
  const leads = { kind: 'push', collection: 'leads' } as const;
  retry.run({ ...leads, id: 'a' }, neverEnding).catch(onGiveUp);
  retry.run({ id: 'a', ...leads }, record('behind it')).catch(onGiveUp);
  void retry.run({ ...leads, id: 'b' }, record('of another lead'));
  void retry.run(leads, record('of all'));
  void retry.run({ kind: 'pull', collection: 'leads' }, record('news'));
  await flush();
  expect(order).toEqual(['of another lead', 'of all', 'news']);
  expect(retry.state().queues.map(({ key }) => key)).toContainEqual({ ...leads, id: 'b' });
});

test('F09: without a session nothing is requested, and signing in resumes it', async () => {
  setSession({ name: 'ended', account });
  const task = vi.fn(() => Promise.resolve('sent'));
  const completed = retry.run(scans, task);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(task).not.toHaveBeenCalled();
  expect(retry.state()).toMatchObject({ blocked: true, nextTryAt: null });
  setSession({ name: 'signed_in', account, token });
  expect(await completed).toBe('sent');
});

test('F29: another person’s session doesn’t count', async () => {
  setSession({ name: 'signed_in', account: { ...account, user_id: 'other' }, token });
  const task = vi.fn(() => Promise.resolve());
  retry.run(scans, task).catch(onGiveUp);
  await flush();
  expect(task).not.toHaveBeenCalled();
});

test('the server’s Retry-After is respected', async () => {
  const task = vi.fn(() =>
    Promise.reject(new CallError('too_many_requests', { status: 429, retryAfterMs: 300_000 })),
  );
  retry.run(scans, task).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(299_000);
  expect(task).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('F17: neither a reconnect nor a new scan causes a retry before the server’s Retry-After, but a person can', async () => {
  const task = vi.fn(() =>
    Promise.reject(new CallError('too_many_requests', { status: 503, retryAfterMs: 300_000 })),
  );
  retry.run(scans, task).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(10_000);
  setConnection('online', true);
  retry.retryNow(scans);
  await flush();
  expect(task).toHaveBeenCalledTimes(1);
  retry.resume(true);
  await flush();
  expect(task).toHaveBeenCalledTimes(2);
});

test('a long Retry-After doesn’t stop retries for days', async () => {
  const task = vi.fn(() =>
    Promise.reject(new CallError('too_many_requests', { status: 429, retryAfterMs: 1e10 })),
  );
  retry.run(scans, task).catch(onGiveUp);
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(task).toHaveBeenCalledTimes(2);
});

test('a success resets the failures', async () => {
  const task = vi
    .fn(failing())
    .mockImplementationOnce(() => Promise.reject(new CallError('internal')));
  task.mockImplementation(() => Promise.resolve() as never);
  const completed = retry.run(scans, task);
  await vi.advanceTimersByTimeAsync(1_000);
  await completed;
  expect(retry.state()).toMatchObject({ waiting: 0, lastError: null, nextTryAt: null });
});

test('F13: closing cancels all waiting tasks', async () => {
  const completed = retry.run(scans, failing());
  await flush();
  retry.close();
  await expect(completed).rejects.toMatchObject({ code: 'cancelled' });
});

test('each queue reports its last attempt, the reason for the failure, and its next attempt', async () => {
  const task = failing('maintenance');
  retry.run(scans, task).catch(onGiveUp);
  await flush();
  const failed = findQueueRecord(scans, retry.state());
  expect(failed).toMatchObject({ lastTryAt: 1_000_000, lastError: 'maintenance' });
  expect(failed?.nextTryAt).toBeGreaterThan(1_000_000);
  task.mockImplementation(() => Promise.resolve() as never);
  await vi.advanceTimersByTimeAsync(MAX_BACKOFF_MS);
  const completed = findQueueRecord(scans, retry.state());
  expect(completed).toMatchObject({ lastError: null, nextTryAt: null });
  expect(completed?.lastSuccessAt).toBeGreaterThan(1_000_000);
});
