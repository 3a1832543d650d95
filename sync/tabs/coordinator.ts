import type { LeaderWork, LeaderWorkOptions } from '../engine/leader-work.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { HeldLock, Locks, TabChannel, Wake } from '../ports.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { Singletons } from '../singletons/singletons.ts';
import {
  leaderPart,
  type LeaderStatus,
  phaseOf,
  RESTING,
  type StatusBoard,
} from '../status/status.ts';
import { fencedTransport } from './fence.ts';
import { startLeading, takeTurns } from './leadership.ts';
import type { WakeReason } from './refreshing.ts';
import { openTabMessages } from './tab-messages.ts';

export interface CoordinatorOptions {
  /** The account's database. */
  readonly name: string;
  readonly locks: Locks;
  readonly visibility: Wake;
  readonly channel: TabChannel;
  readonly board: StatusBoard;
  readonly retry: RetryScheduler;
  readonly connectivity: Connectivity;
  readonly singletons: Pick<Singletons, 'refresh' | 'refreshAfter'>;
  /** What the leader's work stands on, but for what it tells. */
  readonly work: Omit<LeaderWorkOptions, 'onProgress' | 'onUploading' | 'onChanged' | 'onJudged'>;
  /** Called when everything was pulled for the first time. */
  readonly onFirstPull: () => void;
  readonly idle?: (() => Promise<void>) | undefined;
}

/** Knows which tab of an account leads, and has that one do what any of them asks for (F30, F31). */
export interface Coordinator {
  /** Tries everything now. */
  wake(reason: WakeReason): void;
  /** Pulls these collections, which may have changed on the server. */
  pull(collections: readonly string[]): void;
  close(): Promise<void>;
}

export function startCoordinator(options: CoordinatorOptions): Coordinator {
  const { board, retry, connectivity, singletons } = options;
  let work: LeaderWork | null = null;

  const noteLeaderStatus = (part: Partial<LeaderStatus>) => {
    board.note(part);
    tabs.status(leaderPart(board.status()));
  };
  const { asking } = options.work.transport;
  const askForAll = () => {
    work?.wake();
    if (work) void singletons.refresh();
  };
  const wakeHere = (reason: WakeReason) => {
    // A tab that nobody looks at does not ask by itself whether the server is back.
    if (reason === 'asked' || connectivity.state() !== 'online') void connectivity.probe();
    // A network can make up a return, and time passes by itself: both stay within what a device may ask.
    if (reason === 'asked' || reason === 'seen') asking.refill();
    retry.wake(reason === 'asked');
    askForAll();
  };
  const tabs = openTabMessages(options.channel, {
    wake: (reason) => work && wakeHere(reason),
    changed: (collections) => work?.changed(collections),
    hello: () => work && noteLeaderStatus({}),
    status: (status) => work ?? board.note(status),
  });
  const lead = (held?: HeldLock) => {
    asking.refill();
    const started = startLeading({
      ...options.work,
      transport: fencedTransport(options.work.transport, held, () => leadership.stepDown()),
      onProgress: (progress) => noteLeaderStatus({ progress }),
      onUploading: (uploading) => noteLeaderStatus({ uploading }),
      onChanged: (collections) => void singletons.refreshAfter(collections),
      onJudged() {
        asking.refill();
        askForAll();
      },
    });
    work = started;
    board.note({ leader: true });
    const everything = Promise.all([started.firstPull(), singletons.refresh()]);
    everything.then(options.onFirstPull, () => undefined);
    return Promise.resolve(async () => {
      work = null;
      // What it has under way is broken off: the next leader sends it.
      retry.halt();
      board.note({ ...RESTING, leader: false });
      await started.close();
    });
  };
  const stopRetryWatch = retry.subscribe((now) => {
    const { lastError, lastSuccessAt, nextTryAt, queues } = now;
    const phase = phaseOf(now);
    if (work) noteLeaderStatus({ phase, lastError, lastSuccessAt, nextTryAt, queues });
  });
  const leadership = takeTurns(`${options.name}-leader`, options.locks, {
    lead,
    mayStart: options.idle,
    onSilence: (leaderSilent) => board.note({ leaderSilent }),
  });
  const stopRestored = options.visibility.subscribe((event) => {
    if (event === 'restored') leadership.stepDown();
  });
  tabs.hello();

  return {
    wake: (reason) => (work ? wakeHere(reason) : tabs.wake(reason)),
    pull: (collections) => (work ? work.changed(collections) : tabs.changed(collections)),
    async close() {
      stopRetryWatch();
      stopRestored();
      await leadership.close();
      tabs.close();
    },
  };
}
