import type { LeaderWork, LeaderWorkOptions } from '../engine/leader-work.ts';
import { CallError } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Transport } from '../http/transport.ts';
import type { HeldLock, Locks, TabChannel, PageSignals } from '../ports.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { Singletons } from '../singletons/singleton-values.ts';
import {
  toLeaderStatus,
  type LeaderStatus,
  phaseOf,
  IDLE_STATUS,
  type StatusStore,
} from '../status/status.ts';
import { startLeading, runLeaderElection } from './leadership.ts';
import type { RefreshReason } from './refreshing.ts';
import { openTabMessages } from './tab-messages.ts';

interface CoordinatorOptions {
  /** The account's database. */
  readonly name: string;
  readonly locks: Locks;
  readonly pageSignals: PageSignals;
  readonly channel: TabChannel;
  readonly statusStore: StatusStore;
  readonly retry: RetryScheduler;
  readonly connectivity: Connectivity;
  readonly singletons: Pick<Singletons, 'refresh' | 'refreshAfter'>;
  /** Options of the leader's work, without its callbacks. */
  readonly work: Omit<
    LeaderWorkOptions,
    'onProgress' | 'onUploading' | 'onSingletonsDue' | 'onRelatedDataChanged'
  >;
  /** Called after the first complete pull. */
  readonly onFirstPull: () => void;
  readonly whenIdle?: (() => Promise<void>) | undefined;
}

/** Tracks which tab leads, and forwards requests of any tab to it (F30, F31). */
interface Coordinator {
  /** Retries and refetches everything now. */
  wake(reason: RefreshReason): void;
  /** Pulls these collections. */
  pull(collections: readonly string[]): void;
  close(): Promise<void>;
}

export function startCoordinator(options: CoordinatorOptions): Coordinator {
  const { statusStore, retry, connectivity, singletons } = options;
  let work: LeaderWork | null = null;

  const updateLeaderStatus = (part: Partial<LeaderStatus>) => {
    statusStore.update(part);
    otherTabs.sendStatus(toLeaderStatus(statusStore.status()));
  };
  const { requestBudget } = options.work.transport;
  const wakeLeader = (reason: RefreshReason) => {
    // Probe now, because a hidden leader doesn't probe the server by itself.
    if (reason === 'user' || connectivity.state() !== 'online') void connectivity.probe();
    // Reconnects and timers don't refill the budget; only user actions do.
    if (reason === 'user' || reason === 'visible') requestBudget.refill();
    retry.resume(reason === 'user');
    work?.wake();
  };
  const otherTabs = openTabMessages(options.channel, {
    onRefreshRequest: (reason) => work && wakeLeader(reason),
    onPullRequest: (collections) => work?.pull(collections),
    onStatusRequest: () => work && updateLeaderStatus({}),
    onStatus(status) {
      if (!work) statusStore.update(status);
    },
  });
  const lead = (lock?: HeldLock) => {
    requestBudget.refill();
    /** Ignores late reports of an earlier term. */
    const report = (part: Partial<LeaderStatus>) => work === leaderWork && updateLeaderStatus(part);
    const leaderWork: LeaderWork = startLeading({
      ...options.work,
      transport: fencedTransport(options.work.transport, lock, () => leadership.stepDown()),
      onProgress: (progress) => report({ progress }),
      onUploading: (uploading) => report({ uploading }),
      onSingletonsDue: (changedCollections) =>
        void (changedCollections === 'all'
          ? singletons.refresh()
          : singletons.refreshAfter(changedCollections)),
      onRelatedDataChanged() {
        requestBudget.refill();
        work?.wake();
      },
    });
    work = leaderWork;
    statusStore.update({ isLeader: true });
    // The previous leader may have stopped while sending.
    updateLeaderStatus({ progress: null, uploading: null });
    const initialPulls = Promise.all([leaderWork.firstPull(), singletons.refresh()]);
    initialPulls.then(options.onFirstPull, () => undefined);
    return Promise.resolve(async () => {
      work = null;
      // Abort running requests: the next leader sends them.
      retry.halt();
      statusStore.update({ ...IDLE_STATUS, isLeader: false });
      // The next leader may have sent its status while this tab still led.
      otherTabs.requestStatus();
      await leaderWork.close();
    });
  };
  const stopRetryWatch = retry.subscribe((retryState) => {
    const { lastError, lastSuccessAt, nextTryAt, queues } = retryState;
    const phase = phaseOf(retryState);
    if (work) updateLeaderStatus({ phase, lastError, lastSuccessAt, nextTryAt, queues });
  });
  const leadership = runLeaderElection(`${options.name}-leader`, options.locks, {
    lead,
    whenReady: options.whenIdle,
    onSilence: (isLeaderSilent) => statusStore.update({ isLeaderSilent }),
  });
  const stopRestoreWatch = options.pageSignals.subscribe((event) => {
    if (event === 'restored') leadership.stepDown();
  });
  otherTabs.requestStatus();

  return {
    wake: (reason) => (work ? wakeLeader(reason) : otherTabs.requestRefresh(reason)),
    pull: (collections) => (work ? work.pull(collections) : otherTabs.requestPull(collections)),
    async close() {
      stopRetryWatch();
      stopRestoreWatch();
      await leadership.close();
      otherTabs.close();
    },
  };
}

/**
 * Wraps the leader's transport. Checks before each request and each use of a response that this tab still leads. A
 * suspended tab that wakes up after a takeover then sends nothing twice and writes nothing.
 * @param onLost called when this tab no longer leads
 */
function fencedTransport(
  transport: Transport,
  lock: HeldLock | undefined,
  onLost: () => void,
): Transport {
  if (!lock) return transport;
  const check = async () => {
    if (await lock.isStillHeld()) return;
    onLost();
    throw new CallError('cancelled');
  };
  const callIfLeading = async <T>(send: () => Promise<T>): Promise<T> => {
    await check();
    // Check before passing on a failure too, because the caller may store it.
    const response = await send().catch(async (error: unknown) => {
      await check();
      throw error;
    });
    await check();
    return response;
  };
  return {
    ...transport,
    call: (call, input, options) => callIfLeading(() => transport.call(call, input, options)),
    callWithSchema: (call, input, schema, options) =>
      callIfLeading(() => transport.callWithSchema(call, input, schema, options)),
  };
}
