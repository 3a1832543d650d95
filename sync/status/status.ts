import { BehaviorSubject, type Observable } from 'rxjs';
import type { Connection } from '../http/connectivity.ts';
import type { StoreHealth } from '../store/reconnecting-storage.ts';
import type { UnsentCounts } from '../outbox/counts.ts';
import type { QueueRecord, RetryState, FailureCode } from '../retry/retry-scheduler.ts';
import type { UnreadableCounts } from '../engine/unreadable-entities.ts';

/** How far a photograph has got. */
export interface PhotoUpload {
  readonly id: string;
  /** The how manieth it is of those that go up one after the other now, from 1. */
  readonly position: number;
  readonly total: number;
  /** From 0 to 1; null where the browser does not tell. */
  readonly share: number | null;
}

/** What only the leader knows of the sync; it tells the other tabs. */
export interface LeaderStatus {
  readonly phase: 'idle' | 'syncing' | 'waiting' | 'blocked';
  /** While sending: how many of the scans under way are settled. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The photograph that is on its way right now: there is never more than one (F41). */
  readonly uploading: PhotoUpload | null;
  readonly lastSuccessAt: number | null;
  readonly lastError: FailureCode | null;
  readonly nextTryAt: number | null;
  /** How each line of requests stands: see `recordOf`. */
  readonly queues: readonly QueueRecord[];
}

/** What the screen may know of the sync. */
export interface SyncStatus extends LeaderStatus {
  readonly connection: Connection;
  readonly leader: boolean;
  /** Another tab leads and does not answer: this one, or a third, takes over within seconds (F34). */
  readonly leaderSilent: boolean;
  /** Null until the store has been counted: nobody may take that for nothing. */
  readonly unsent: UnsentCounts | null;
  readonly firstPullDone: boolean;
  /** Entities that only a newer build can read, by collection; empty where there are none (F15). */
  readonly unreadable: UnreadableCounts;
  /** Whether the local store answers; `lost` is over with a reload only (F22). */
  readonly store: StoreHealth;
}

export const IDLE_STATUS: LeaderStatus = {
  phase: 'idle',
  progress: null,
  uploading: null,
  lastSuccessAt: null,
  lastError: null,
  nextTryAt: null,
  queues: [],
};

/** What the leader tells the other tabs. */
export function toLeaderStatus(status: SyncStatus): LeaderStatus {
  const { phase, progress, uploading, lastSuccessAt, lastError, nextTryAt, queues } = status;
  return { phase, progress, uploading, lastSuccessAt, lastError, nextTryAt, queues };
}

/** `syncing` while a request runs; `waiting` for the next try; `blocked` until somebody signs in. */
export function phaseOf(retry: RetryState): LeaderStatus['phase'] {
  if (retry.blocked) return 'blocked';
  if (retry.working > 0) return 'syncing';
  return retry.waiting > 0 ? 'waiting' : 'idle';
}

export interface StatusStore {
  readonly status$: Observable<SyncStatus>;
  status(): SyncStatus;
  update(part: Partial<SyncStatus>): void;
  close(): void;
}

/** Holds the current status; parts of it come from different places. */
export function createStatusStore(connection: Connection): StatusStore {
  const subject = new BehaviorSubject<SyncStatus>({
    ...IDLE_STATUS,
    connection,
    leader: false,
    leaderSilent: false,
    unsent: null,
    firstPullDone: false,
    unreadable: {},
    store: 'well',
  });
  return {
    status$: subject.asObservable(),
    status: () => subject.value,
    update: (part) => subject.next({ ...subject.value, ...part }),
    close: () => subject.complete(),
  };
}
