import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
let tellConnection: (connection: Connection, isReturn?: boolean) => void;
let tellSession: (state: SessionState) => void;
/** Like a change by another tab: notified later, or never. */
let changeSession: (state: SessionState) => void;
beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  let session: SessionState = { name: 'signed_in', account, token };
  connection = 'online';
  const connectivity: Connectivity = {
    state: () => connection,
    subscribe(listener) {
      tellConnection = (next, isReturn = false) => {
        connection = next;
        listener(next, isReturn);
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
      tellSession = (next) => {
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
const settle = () => vi.advanceTimersByTimeAsync(0);
const gaveUp = () => undefined;

test('F08: retries go on for days, less and less often, and never give up', async () => {
  const work = failing();
  retry.run(scans, work).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(3 * 24 * 3_600_000);
  const days = (3 * 24 * 3_600_000) / MAX_BACKOFF_MS;
  expect(work.mock.calls.length).toBeGreaterThan(days * 0.9);
  expect(work.mock.calls.length).toBeLessThan(days + 20);
  expect(retry.state()).toMatchObject({ waiting: 1, lastError: 'offline' });
});

test('F08: the returning network triggers a retry at once', async () => {
  const work = failing();
  retry.run(scans, work).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(100_000);
  const before = work.mock.calls.length;
  tellConnection('online', true);
  await settle();
  expect(work.mock.calls.length).toBe(before + 1);
});

test('F12: while unreachable the server gets no pulls, but pushes are tried', async () => {
  const asking = failing();
  const sending = failing();
  tellConnection('offline');
  retry.run(pullScans, asking, { isReadOnly: true }).catch(gaveUp);
  retry.run(scans, sending).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(asking).not.toHaveBeenCalled();
  expect(sending.mock.calls.length).toBeGreaterThan(1);
  tellConnection('online');
  await settle();
  expect(asking).toHaveBeenCalledOnce();
});

test('F33: a clock set back by years delays no retry', async () => {
  const work = failing();
  retry.run(scans, work).catch(gaveUp);
  retry.resume();
  await vi.advanceTimersByTimeAsync(100_000);
  const before = work.mock.calls.length;
  vi.setSystemTime(Date.now() - 3 * 365 * 24 * 3_600_000);
  tellConnection('online', true);
  await settle();
  expect(work.mock.calls.length).toBe(before + 1);
});

test('F14: a flapping network causes no storm: the delays continue as if it were stable', async () => {
  const work = failing();
  retry.run(scans, work).catch(gaveUp);
  for (let second = 0; second < 120; second += 1) {
    tellConnection(second % 2 === 0 ? 'offline' : 'online');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  // After 1, 2, 4, 8, 16, 32 and 60 s.
  expect(work.mock.calls.length).toBe(7);
});

test('F14: paused queues run once the server is reachable, failed ones don’t', async () => {
  const failed = failing();
  const rested = vi.fn(() => Promise.resolve());
  retry.run(scans, failed).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = failed.mock.calls.length;
  tellConnection('offline');
  void retry.run(pullScans, rested, { isReadOnly: true });
  await settle();
  expect(retry.state()).toMatchObject({ waiting: 2 });
  tellConnection('online');
  await settle();
  expect(rested).toHaveBeenCalledOnce();
  expect(failed.mock.calls.length).toBe(before);
});

test('F14: a refreshed token triggers no retry', async () => {
  const work = failing();
  retry.run(scans, work).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = work.mock.calls.length;
  tellSession({ name: 'signed_in', account, token: { ...token, token: 'renewed' } });
  await settle();
  expect(work.mock.calls.length).toBe(before);
});

test('F09: a session replaced before its end was announced resumes the waiting queues', async () => {
  const work = vi.fn(() => Promise.resolve());
  changeSession({ name: 'ended', account });
  void retry.run(scans, work);
  await settle();
  expect(work).not.toHaveBeenCalled();
  tellSession({ name: 'signed_in', account, token: { ...token, token: 'another' } });
  await settle();
  expect(work).toHaveBeenCalledOnce();
});

test('a new edit is sent at once, and its queue’s delays continue', async () => {
  const work = failing();
  retry.run(scans, work).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(20_000);
  const before = work.mock.calls.length;
  retry.retryNow(pullScans);
  await settle();
  expect(work.mock.calls.length).toBe(before);
  retry.retryNow(scans);
  await settle();
  expect(work.mock.calls.length).toBe(before + 1);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(work.mock.calls.length).toBe(before + 1);
});

test('F03: a queue never overlaps with itself, and queues don’t wait for each other', async () => {
  const order: string[] = [];
  let release = () => {};
  const slow = () =>
    new Promise<void>((resolve) => (release = resolve)).then(() => void order.push('slow'));
  const quick = (name: string) => () => Promise.resolve(void order.push(name));
  void retry.run(scans, slow);
  void retry.run(scans, quick('next'));
  void retry.run({ kind: 'photos' }, quick('other queue'));
  await settle();
  expect(order).toEqual(['other queue']);
  release();
  await settle();
  expect(order).toEqual(['other queue', 'slow', 'next']);
});

test('F03: the same key means the same queue, and each document has its own', async () => {
  const order: string[] = [];
  const stuck = () => new Promise<void>(() => undefined);
  const note = (name: string) => () => Promise.resolve(void order.push(name));
  const leads = { kind: 'push', collection: 'leads' } as const;
  retry.run({ ...leads, id: 'a' }, stuck).catch(gaveUp);
  retry.run({ id: 'a', ...leads }, note('behind it')).catch(gaveUp);
  void retry.run({ ...leads, id: 'b' }, note('of another lead'));
  void retry.run(leads, note('of all'));
  void retry.run({ kind: 'pull', collection: 'leads' }, note('news'));
  await settle();
  expect(order).toEqual(['of another lead', 'of all', 'news']);
  expect(retry.state().queues.map(({ key }) => key)).toContainEqual({ ...leads, id: 'b' });
});

test('F09: without a session nothing is requested, and signing in resumes it', async () => {
  tellSession({ name: 'ended', account });
  const work = vi.fn(() => Promise.resolve('sent'));
  const done = retry.run(scans, work);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(work).not.toHaveBeenCalled();
  expect(retry.state()).toMatchObject({ blocked: true, nextTryAt: null });
  tellSession({ name: 'signed_in', account, token });
  expect(await done).toBe('sent');
});

test('F29: another person’s session doesn’t count', async () => {
  tellSession({ name: 'signed_in', account: { ...account, user_id: 'other' }, token });
  const work = vi.fn(() => Promise.resolve());
  retry.run(scans, work).catch(gaveUp);
  await settle();
  expect(work).not.toHaveBeenCalled();
});

test('the server’s Retry-After is respected', async () => {
  const work = vi.fn(() =>
    Promise.reject(new CallError('too_many_requests', { status: 429, retryAfterMs: 300_000 })),
  );
  retry.run(scans, work).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(299_000);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledTimes(2);
});

test('F17: neither a reconnect nor a new scan retries before the server’s Retry-After; a person does', async () => {
  const work = vi.fn(() =>
    Promise.reject(new CallError('too_many_requests', { status: 503, retryAfterMs: 300_000 })),
  );
  retry.run(scans, work).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(10_000);
  tellConnection('online', true);
  retry.retryNow(scans);
  await settle();
  expect(work).toHaveBeenCalledTimes(1);
  retry.resume(true);
  await settle();
  expect(work).toHaveBeenCalledTimes(2);
});

test('no server can silence a phone for days', async () => {
  const work = vi.fn(() =>
    Promise.reject(new CallError('too_many_requests', { status: 429, retryAfterMs: 1e10 })),
  );
  retry.run(scans, work).catch(gaveUp);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(work).toHaveBeenCalledTimes(2);
});

test('a success resets the failures', async () => {
  const work = vi
    .fn(failing())
    .mockImplementationOnce(() => Promise.reject(new CallError('internal')));
  work.mockImplementation(() => Promise.resolve() as never);
  const done = retry.run(scans, work);
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
  expect(retry.state()).toMatchObject({ waiting: 0, lastError: null, nextTryAt: null });
});

test('F13: closing cancels all waiting', async () => {
  const done = retry.run(scans, failing());
  await settle();
  retry.close();
  await expect(done).rejects.toMatchObject({ code: 'cancelled' });
});

test('each queue reports its last try, why it failed, and its next try', async () => {
  const work = failing('maintenance');
  retry.run(scans, work).catch(gaveUp);
  await settle();
  const failed = findQueueRecord(scans, retry.state());
  expect(failed).toMatchObject({ lastTryAt: 1_000_000, lastError: 'maintenance' });
  expect(failed?.nextTryAt).toBeGreaterThan(1_000_000);
  work.mockImplementation(() => Promise.resolve() as never);
  await vi.advanceTimersByTimeAsync(MAX_BACKOFF_MS);
  const done = findQueueRecord(scans, retry.state());
  expect(done).toMatchObject({ lastError: null, nextTryAt: null });
  expect(done?.lastSuccessAt).toBeGreaterThan(1_000_000);
});
