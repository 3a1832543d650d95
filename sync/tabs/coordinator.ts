import type { LeaderWork, LeaderWorkOptions } from '../engine/leader-work.ts';
import type { Connectivity } from '../http/connectivity.ts';
import type { Locks, TabChannel } from '../ports.ts';
import type { RetryScheduler } from '../retry/retry-scheduler.ts';
import type { Singletons } from '../singletons/singletons.ts';
import {
  leaderPart,
  type LeaderStatus,
  phaseOf,
  RESTING,
  type StatusBoard,
} from '../status/status.ts';
import { gatherWhileSending } from './gather.ts';
import { startLeading, takeTurns } from './leadership.ts';
import { openTabMessages } from './tab-messages.ts';

export interface CoordinatorOptions {
  /** The account's database. */
  readonly name: string;
  readonly locks: Locks;
  readonly channel: TabChannel;
  readonly board: StatusBoard;
  readonly retry: RetryScheduler;
  readonly connectivity: Connectivity;
  readonly singletons: Pick<Singletons, 'refresh' | 'refreshAfter'>;
  /** What the leader's work stands on, but for what it tells. */
  readonly work: Omit<LeaderWorkOptions, 'onProgress' | 'onUploading' | 'onJudged'>;
  /** Called when everything was pulled for the first time. */
  readonly onFirstPull: () => void;
  readonly idle?: (() => Promise<void>) | undefined;
}

/** Knows which tab of an account leads, and has that one do what any of them asks for (F30, F31). */
export interface Coordinator {
  /** Tries everything now. @param isAsked by a person */
  wake(isAsked?: boolean): void;
  /** Pulls these collections, which have changed on the server. */
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
  const wakeHere = (isAsked = false) => {
    if (isAsked) void connectivity.probe();
    retry.wake(isAsked);
    work?.wake();
    if (work) void singletons.refresh();
  };
  const isSending = () => board.status().progress !== null;
  const gathering = gatherWhileSending(isSending, (collections) => {
    work?.wake(collections);
    if (work) void singletons.refreshAfter(collections);
  });
  const tabs = openTabMessages(options.channel, {
    wake: (isAsked) => work && wakeHere(isAsked),
    changed: (collections) => work && gathering.changed(collections),
    hello: () => work && noteLeaderStatus({}),
    status: (status) => work ?? board.note(status),
  });
  const lead = () => {
    const started = startLeading({
      ...options.work,
      onProgress: (progress) => noteLeaderStatus({ progress }),
      onUploading: (uploading) => noteLeaderStatus({ uploading }),
      onJudged: () => wakeHere(),
    });
    work = started;
    board.note({ leader: true });
    const everything = Promise.all([started.firstPull(), singletons.refresh()]);
    everything.then(options.onFirstPull, () => undefined);
    return Promise.resolve(async () => {
      work = null;
      board.note({ ...RESTING, leader: false });
      await started.close();
    });
  };
  const stopRetryWatch = retry.subscribe((now) => {
    const { lastError, lastSuccessAt, nextTryAt, queues } = now;
    const phase = phaseOf(now);
    if (work) noteLeaderStatus({ phase, lastError, lastSuccessAt, nextTryAt, queues });
  });
  const leadership = takeTurns(`${options.name}-leader`, options.locks, lead, options.idle);
  tabs.hello();

  return {
    wake: (isAsked = false) => (work ? wakeHere(isAsked) : tabs.wake(isAsked)),
    pull: (collections) => (work ? gathering.changed(collections) : tabs.changed(collections)),
    async close() {
      stopRetryWatch();
      gathering.close();
      await leadership.close();
      tabs.close();
    },
  };
}
