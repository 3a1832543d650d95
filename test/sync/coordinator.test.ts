import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LeaderWorkOptions } from '#sync/engine/leader-work.ts';
import type { HeldLock, TabChannel } from '#sync/ports.ts';
import { createStatusStore, IDLE_STATUS, type LeaderStatus } from '#sync/status/status.ts';
import { startCoordinator } from '#sync/tabs/coordinator.ts';
import { manualPageSignals } from './manual-page-signals.ts';

/** Options of the leader's work in each term, the oldest first. */
const { terms } = vi.hoisted(() => ({ terms: [] as LeaderWorkOptions[] }));
vi.mock('#sync/engine/leader-work.ts', () => ({
  startLeaderWork(options: LeaderWorkOptions) {
    terms.push(options);
    const done = () => Promise.resolve();
    return { wake: () => undefined, pull: () => undefined, firstPull: done, close: done };
  },
}));

/** A tab that becomes the leader when the test calls `lead`. */
function openTab() {
  const sent: unknown[] = [];
  let receive: (message: unknown) => void = () => undefined;
  const channel: TabChannel = {
    post: (message) => void sent.push(message),
    subscribe(listener) {
      receive = listener;
      return () => undefined;
    },
    close: () => undefined,
  };
  let grant = Promise.withResolvers<void>();
  const locks = {
    async run<T>(_name: string, work: (lock?: HeldLock) => Promise<T>, signal: AbortSignal) {
      const closed = new Promise((resolve) => signal.addEventListener('abort', resolve));
      await Promise.race([grant.promise, closed]);
      if (signal.aborted) throw new Error('The tab was closed.');
      grant = Promise.withResolvers();
      return work();
    },
  };
  const statusStore = createStatusStore('online');
  const pageSignals = manualPageSignals();
  const transport = { requestBudget: { refill: () => undefined } };
  const retry = {
    run: (_key: unknown, work: () => Promise<unknown>) => work(),
    halt: () => undefined,
    subscribe: () => () => undefined,
  };
  const tab = startCoordinator({
    name: 'account',
    locks,
    pageSignals,
    channel,
    statusStore,
    retry,
    connectivity: { state: () => 'online' },
    singletons: { refresh: () => Promise.resolve(), refreshAfter: () => Promise.resolve() },
    work: { transport, retry },
    onFirstPull: () => undefined,
    // The coordinator uses nothing else.
  } as unknown as Parameters<typeof startCoordinator>[0]);
  const lead = async () => {
    const count = terms.length;
    grant.resolve();
    await vi.waitUntil(() => terms.length > count);
  };
  const stepDown = async () => {
    pageSignals.emit('restored');
    await vi.waitUntil(() => !statusStore.status().isLeader);
  };
  return {
    tab,
    statusStore,
    sent,
    lead,
    stepDown,
    receive: (message: unknown) => receive(message),
  };
}

let current: ReturnType<typeof openTab>;
beforeEach(() => {
  terms.length = 0;
  current = openTab();
});
afterEach(() => current.tab.close());

const progress = { done: 1, total: 3 };
const statusOf = (status: Partial<LeaderStatus>) => ({
  kind: 'status',
  status: { ...IDLE_STATUS, ...status },
});

test('F34: a former leader ignores late progress of its own work, even in its next term', async () => {
  await current.lead();
  terms[0]?.onProgress(progress);
  expect(current.statusStore.status().progress).toEqual(progress);
  await current.stepDown();
  const sentBefore = current.sent.length;
  terms[0]?.onProgress({ done: 2, total: 3 });
  expect(current.statusStore.status().progress).toBeNull();
  expect(current.sent).toHaveLength(sentBefore);

  await current.lead();
  terms[0]?.onProgress({ done: 3, total: 4 });
  expect(current.statusStore.status().progress).toBeNull();
  terms[1]?.onProgress(progress);
  expect(current.statusStore.status().progress).toEqual(progress);
});

test('F34: a former leader requests the status that the new leader sent earlier', async () => {
  await current.lead();
  // The tab ignores this status while it believes that it is the leader.
  current.receive(statusOf({ phase: 'waiting', lastError: 'offline' }));
  await current.stepDown();
  expect(current.sent.at(-1)).toEqual({ kind: 'hello' });
});

test('F31: a new leader forgets the progress of a leader that was killed', async () => {
  const uploading = { id: 'photo', position: 1, total: 1, share: 0.5 };
  current.receive(statusOf({ progress, uploading }));
  expect(current.statusStore.status()).toMatchObject({ progress, uploading });
  await current.lead();
  expect(current.statusStore.status()).toMatchObject({ progress: null, uploading: null });
});
