import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS } from '#schemas/durations.ts';
import type { HeldLock } from '#sync/ports.ts';
import { runLeaderElection } from '#sync/tabs/leadership.ts';
import { createWatchedLocks } from '#sync/tabs/watched-locks.ts';
import { fakeOrigin, type FakeTab } from './fake-locks.ts';

/** Time after which a silent holder has lost its lock, in ms. */
const TAKEN_OVER_MS = 8_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Requests a lock and never releases it. */
function holdLock(tab: FakeTab, onSilence?: (isSilent: boolean) => void) {
  const lockState: { held: HeldLock | null; isReleased: boolean } = {
    held: null,
    isReleased: false,
  };
  const release = Promise.withResolvers<void>();
  const giveUp = new AbortController();
  const callback = async (held?: HeldLock) => {
    lockState.held = held ?? null;
    await Promise.race([
      release.promise,
      new Promise((resolve) => held?.lossSignal.addEventListener('abort', resolve, { once: true })),
    ]);
  };
  const finished = createWatchedLocks(tab)
    .run('lead', callback, giveUp.signal, onSilence)
    .catch(() => undefined)
    .finally(() => (lockState.isReleased = true));
  return {
    lockState,
    finished,
    release: () => release.resolve(),
    giveUp: () => giveUp.abort(),
  };
}

describe('a lock', () => {
  test('F34: passes from a suspended tab to a waiting one within seconds', async () => {
    const origin = fakeOrigin();
    const [a, b] = [origin.open(), origin.open()];
    const first = holdLock(a);
    await pass(0);
    const silenceStates: boolean[] = [];
    const second = holdLock(b, (isSilent) => silenceStates.push(isSilent));
    await pass(60_000);
    expect(second.lockState.held).toBeNull();
    expect(silenceStates).toEqual([]);

    a.isSuspended = true;
    await pass(TAKEN_OVER_MS);
    expect(second.lockState.held).not.toBeNull();
    expect(silenceStates).toEqual([true, false]);
    expect(await first.lockState.held?.isStillHeld()).toBe(false);
    expect(await second.lockState.held?.isStillHeld()).toBe(true);
    await first.finished;
    second.release();
    await second.finished;
  });

  test('F34: is recorded as lost in the store before the browser reports the loss', async () => {
    const origin = fakeOrigin();
    const [a, b] = [origin.open(), origin.open()];
    const first = holdLock(a);
    await pass(0);
    const heldLock = first.lockState.held;
    await b.epochs.next('lead');
    expect(heldLock?.lossSignal.aborted).toBe(false);
    expect(await heldLock?.isStillHeld()).toBe(false);
    first.release();
  });

  test('F34: stays with a healthy hidden tab, even if its timers are slow', async () => {
    const origin = fakeOrigin();
    const [a, b] = [origin.open(), origin.open()];
    const first = holdLock(a);
    await pass(0);
    const second = holdLock(b);
    await pass(HOUR_MS);
    expect(await first.lockState.held?.isStillHeld()).toBe(true);
    expect(second.lockState.held).toBeNull();
    first.release();
    second.giveUp();
  });
});

describe('a waiting tab', () => {
  test('F34: doesn’t take the lock if it was suspended and missed the responses', async () => {
    const origin = fakeOrigin();
    const [a, b] = [origin.open(), origin.open()];
    const first = holdLock(a);
    await pass(0);
    const second = holdLock(b);
    await pass(2_000);
    // The tab is suspended repeatedly, each time for longer than the interval between its requests to the holder.
    for (let index = 0; index < 20; index += 1) {
      b.isSuspended = true;
      await pass(10_000);
      b.isSuspended = false;
      await pass(1_500);
      b.isSuspended = true;
      await pass(10_000);
      b.resume();
      await pass(1_000);
    }
    expect(second.lockState.held).toBeNull();
    await pass(20_000);
    expect(second.lockState.held).toBeNull();
    first.release();
    second.giveUp();
  });

  test('releases the lock when its work ends, and the next tab gets it', async () => {
    const origin = fakeOrigin();
    const locks = createWatchedLocks(origin.open());
    const failing = locks.run('one', () => Promise.reject(new Error('no')));
    const answer = locks.run('one', () => Promise.resolve(5));
    await expect(failing).rejects.toThrow('no');
    expect(await answer).toBe(5);
    const aborted = locks.run('one', () => Promise.resolve(6), AbortSignal.abort());
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('F34: however tabs are suspended, resumed and closed, only one tab holds the lock, and an active tab soon gets it', async () => {
  const step = fc.record({
    tab: fc.nat(3),
    action: fc.constantFrom<'suspend' | 'wake' | 'leave'>('suspend', 'suspend', 'wake', 'leave'),
    ms: fc.nat(12_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const origin = fakeOrigin();
      const tabs = Array.from({ length: 4 }, () => origin.open());
      const leads = tabs.map(() => false);
      const held: (HeldLock | null)[] = tabs.map(() => null);
      const leaderships = tabs.map((tab, index) =>
        runLeaderElection('lead', createWatchedLocks(tab), {
          lead: (lock) => {
            leads[index] = true;
            held[index] = lock ?? null;
            return Promise.resolve(() => {
              leads[index] = false;
              return Promise.resolve();
            });
          },
        }),
      );
      const owners = async () => {
        const holders = await Promise.all(
          held.map(
            async (lock, index) => leads[index] === true && (await lock?.isStillHeld()) === true,
          ),
        );
        return holders.flatMap((isHolder, index) => (isHolder ? [index] : []));
      };
      await pass(0);
      for (const { tab: at, action, ms } of steps) {
        const tab = tabs[at];
        if (!tab) continue;
        if (action === 'suspend') tab.isSuspended = true;
        else if (action === 'wake') tab.resume();
        else leaderships[at]?.stepDown();
        await pass(ms);
        expect((await owners()).length).toBeLessThanOrEqual(1);
      }
      const awake = tabs.flatMap((tab, index) => (tab.isSuspended ? [] : [index]));
      await pass(3 * TAKEN_OVER_MS);
      const [owner] = await owners();
      expect(awake.length === 0 || (owner !== undefined && awake.includes(owner))).toBe(true);
      tabs.forEach((tab) => tab.resume());
      await Promise.all(leaderships.map((leadership) => leadership.close()));
      expect(leads).toEqual(tabs.map(() => false));
    }),
    { numRuns: 40 },
  );
});

describe('a leader', () => {
  function leader(tab: FakeTab) {
    const events: string[] = [];
    const leadership = runLeaderElection('lead', createWatchedLocks(tab), {
      lead: () => {
        events.push('leads');
        return Promise.resolve(() => {
          events.push('stopped');
          return Promise.resolve();
        });
      },
    });
    return { events, leadership };
  }

  test('F34: that resumes after a suspension steps down, and requests the lock again', async () => {
    const origin = fakeOrigin();
    const [a, b] = [origin.open(), origin.open()];
    const first = leader(a);
    await pass(0);
    const second = leader(b);
    a.isSuspended = true;
    await pass(TAKEN_OVER_MS);
    expect(second.leadership.isLeader()).toBe(true);
    a.resume();
    await pass(0);
    expect(first.events).toEqual(['leads', 'stopped']);
    await second.leadership.close();
    await pass(0);
    expect(first.leadership.isLeader()).toBe(true);
    expect(first.events).toEqual(['leads', 'stopped', 'leads']);
    await first.leadership.close();
  });

  test('F34: whose lock request the browser rejects repeats it', async () => {
    const tab = fakeOrigin().open();
    let rejections = 3;
    const request = ((name: string, options: LockOptions, callback: LockGrantedCallback<unknown>) =>
      (rejections -= 1) >= 0
        ? Promise.reject(new DOMException('cached', 'AbortError'))
        : tab.locks.request(name, options, callback)) as LockManager['request'];
    const first = leader({ ...tab, locks: { request } });
    await pass(10_000);
    expect(first.leadership.isLeader()).toBe(true);
    await first.leadership.close();
  });

  test('F34: that returns from the back-forward cache steps down, and leads again', async () => {
    const first = leader(fakeOrigin().open());
    await pass(0);
    first.leadership.stepDown();
    await pass(0);
    expect(first.events).toEqual(['leads', 'stopped', 'leads']);
    await first.leadership.close();
  });
});
