import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LeaderWork, LeaderWorkOptions } from '#sync/engine/leader-work.ts';
import { startLeading } from '#sync/tabs/leadership.ts';
import { createRetryScheduler, type RetryScheduler } from '#sync/retry/retry-scheduler.ts';
import { createSession } from '#sync/http/session.ts';
import { createSyncLog, type SyncLog } from '#sync/status/sync-log.ts';
import { memoryStore } from './device.ts';

let retry: RetryScheduler;
let log: SyncLog;
beforeEach(() => {
  vi.useFakeTimers();
  log = createSyncLog(Date.now);
  const session = createSession({ store: memoryStore() });
  const accountId = crypto.randomUUID();
  session.start(
    { user_id: accountId, company_id: crypto.randomUUID(), role: 3, region: 'PL' },
    { token: 'a'.repeat(40), refresh_token: 'b'.repeat(40), expiresAt: '2030-01-01T00:00:00.000Z' },
  );
  retry = createRetryScheduler({
    userId: accountId,
    session,
    connectivity: {
      state: () => 'offline',
      subscribe: () => () => undefined,
      probe: () => Promise.resolve('offline'),
      check: () => Promise.resolve('offline'),
      close: () => undefined,
    },
    clock: Date.now,
    random: () => 0.5,
  });
});
afterEach(() => {
  retry.close();
  vi.useRealTimers();
});

/** Leader code that can't be loaded until the test restores the network. */
function lateCode() {
  const leaderWork: LeaderWork = {
    wake: vi.fn<LeaderWork['wake']>(),
    pull: vi.fn<LeaderWork['pull']>(),
    firstPull: vi.fn<() => Promise<void>>(() => Promise.resolve()),
    close: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  };
  const network = { isDown: true, loads: 0 };
  const startLeaderWork = vi.fn<(options: LeaderWorkOptions) => LeaderWork>(() => leaderWork);
  const load = () => {
    network.loads += 1;
    if (network.isDown) return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve({ startLeaderWork });
  };
  // Only the options needed to start.
  const options = { retry, log } as unknown as LeaderWorkOptions;
  return { leaderWork, network, startLeaderWork, leading: startLeading(options, load) };
}

test('code that couldn’t be loaded shows in the status and is retried automatically', async () => {
  const { leaderWork, network, leading } = lateCode();
  const firstPull = leading.firstPull();
  await vi.advanceTimersByTimeAsync(0);
  expect(retry.state()).toMatchObject({ waiting: 1, lastError: 'unexpected' });
  expect(retry.state().nextTryAt).toBeGreaterThan(Date.now());
  expect(log.events().map(({ code }) => code)).toEqual(['code_missing']);

  network.isDown = false;
  await vi.runAllTimersAsync();
  await firstPull;
  expect(leaderWork.firstPull).toHaveBeenCalledOnce();
  // Loading code isn't contact with the server.
  expect(retry.state()).toMatchObject({ waiting: 0, lastError: null, lastSuccessAt: null });
  leading.wake();
  expect(leaderWork.wake).toHaveBeenCalledOnce();
  leading.pull(['leads']);
  expect(leaderWork.pull).toHaveBeenCalledExactlyOnceWith(['leads']);
});

test('"send now" loads the code immediately', async () => {
  const { network, startLeaderWork } = lateCode();
  await vi.advanceTimersByTimeAsync(0);
  network.isDown = false;
  retry.resume(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(network.loads).toBe(2);
  expect(startLeaderWork).toHaveBeenCalledOnce();
});

test('a tab that is closed before the code is loaded starts nothing and marks nothing as pulled', async () => {
  const { network, startLeaderWork, leading } = lateCode();
  const firstPull = leading.firstPull().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  await leading.close();
  network.isDown = false;
  await vi.runAllTimersAsync();
  expect(await firstPull).toMatchObject({ code: 'cancelled' });
  expect(startLeaderWork).not.toHaveBeenCalled();
});

test('requests made before the code is loaded are forwarded once it is', async () => {
  const early = lateCode();
  early.leading.pull(['leads']);
  early.leading.pull(['ledger', 'leads']);
  early.network.isDown = false;
  await vi.runAllTimersAsync();
  expect(early.leaderWork.pull).toHaveBeenCalledExactlyOnceWith(['leads', 'ledger']);
  expect(early.leaderWork.wake).not.toHaveBeenCalled();

  const woken = lateCode();
  woken.leading.wake();
  woken.leading.pull(['leads']);
  woken.network.isDown = false;
  await vi.runAllTimersAsync();
  // Waking pulls everything.
  expect(woken.leaderWork.wake).toHaveBeenCalledOnce();
  expect(woken.leaderWork.pull).not.toHaveBeenCalled();
});
