import type { LeaderWork, LeaderWorkOptions } from '../engine/leader-work.ts';
import { CallError } from '../http/call-error.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Transport } from '../http/transport.ts';
import type { HeldLock, Locks, TabChannel, PageSignals } from '../ports.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { Singletons } from '../singletons/singletons.ts';
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

export interface CoordinatorOptions {
  /** The account's database. */
  readonly name: string;
  readonly locks: Locks;
  readonly visibility: PageSignals;
  readonly channel: TabChannel;
  readonly board: StatusStore;
  readonly retry: RetryScheduler;
  readonly connectivity: Connectivity;
  readonly singletons: Pick<Singletons, 'refresh' | 'refreshAfter'>;
  /** What the leader's work stands on, but for what it tells. */
  readonly work: Omit<
    LeaderWorkOptions,
    'onProgress' | 'onUploading' | 'onChanged' | 'onRelatedDataChanged'
  >;
  /** Called when everything was pulled for the first time. */
  readonly onFirstPull: () => void;
  readonly idle?: (() => Promise<void>) | undefined;
}

/** Knows which tab of an account leads, and has that one do what any of them asks for (F30, F31). */
export interface Coordinator {
  /** Tries everything now. */
  wake(reason: RefreshReason): void;
  /** Pulls these collections, which may have changed on the server. */
  pull(collections: readonly string[]): void;
  close(): Promise<void>;
}

export function startCoordinator(options: CoordinatorOptions): Coordinator {
  const { board, retry, connectivity, singletons } = options;
  let work: LeaderWork | null = null;

  const noteLeaderStatus = (part: Partial<LeaderStatus>) => {
    board.update(part);
    tabs.status(toLeaderStatus(board.status()));
  };
  const { requestBudget } = options.work.transport;
  const askForAll = () => {
    work?.wake();
    if (work) void singletons.refresh();
  };
  const wakeHere = (reason: RefreshReason) => {
    // A tab that nobody looks at does not ask by itself whether the server is back.
    if (reason === 'asked' || connectivity.state() !== 'online') void connectivity.probe();
    // A network can make up a return, and time passes by itself: both stay within what a device may ask.
    if (reason === 'asked' || reason === 'seen') requestBudget.refill();
    retry.resume(reason === 'asked');
    askForAll();
  };
  const tabs = openTabMessages(options.channel, {
    wake: (reason) => work && wakeHere(reason),
    changed: (collections) => work?.pull(collections),
    hello: () => work && noteLeaderStatus({}),
    status: (status) => work ?? board.update(status),
  });
  const lead = (held?: HeldLock) => {
    requestBudget.refill();
    const started = startLeading({
      ...options.work,
      transport: fencedTransport(options.work.transport, held, () => leadership.stepDown()),
      onProgress: (progress) => noteLeaderStatus({ progress }),
      onUploading: (uploading) => noteLeaderStatus({ uploading }),
      onChanged: (collections) => void singletons.refreshAfter(collections),
      onRelatedDataChanged() {
        requestBudget.refill();
        askForAll();
      },
    });
    work = started;
    board.update({ leader: true });
    const everything = Promise.all([started.firstPull(), singletons.refresh()]);
    everything.then(options.onFirstPull, () => undefined);
    return Promise.resolve(async () => {
      work = null;
      // What it has under way is broken off: the next leader sends it.
      retry.halt();
      board.update({ ...IDLE_STATUS, leader: false });
      await started.close();
    });
  };
  const stopRetryWatch = retry.subscribe((now) => {
    const { lastError, lastSuccessAt, nextTryAt, queues } = now;
    const phase = phaseOf(now);
    if (work) noteLeaderStatus({ phase, lastError, lastSuccessAt, nextTryAt, queues });
  });
  const leadership = runLeaderElection(`${options.name}-leader`, options.locks, {
    lead,
    mayStart: options.idle,
    onSilence: (leaderSilent) => board.update({ leaderSilent }),
  });
  const stopRestored = options.visibility.subscribe((event) => {
    if (event === 'restored') leadership.stepDown();
  });
  tabs.hello();

  return {
    wake: (reason) => (work ? wakeHere(reason) : tabs.wake(reason)),
    pull: (collections) => (work ? work.pull(collections) : tabs.changed(collections)),
    async close() {
      stopRetryWatch();
      stopRestored();
      await leadership.close();
      tabs.close();
    },
  };
}

/**
 * The transport of a leader. Before each request and before each answer is used it is checked that this tab still
 * leads: one that was suspended, and is woken after another has taken over, sends nothing twice and writes nothing.
 * @param onLost told when it does not lead any more
 */
export function fencedTransport(
  transport: Transport,
  held: HeldLock | undefined,
  onLost: () => void,
): Transport {
  if (!held) return transport;
  const check = async () => {
    if (await held.isMine()) return;
    onLost();
    throw new CallError('cancelled');
  };
  const within = async <T>(ask: () => Promise<T>): Promise<T> => {
    await check();
    // A failure may be about to be written down, too.
    const answer = await ask().catch(async (error: unknown) => {
      await check();
      throw error;
    });
    await check();
    return answer;
  };
  return {
    ...transport,
    call: (call, input, options) => within(() => transport.call(call, input, options)),
    callAs: (call, input, schema, options) =>
      within(() => transport.callAs(call, input, schema, options)),
  };
}
