import { BehaviorSubject, type Observable, of, throttle, timer } from 'rxjs';
import type { Connection } from '../http/connectivity.ts';
import type { StoreHealth } from '../store/reconnecting-storage.ts';
import type { UnsentCounts } from '../outbox/counts.ts';
import type { QueueRecord, RetryState, FailureCode } from '../retry/retry-scheduler.ts';
import type { UnreadableCounts } from '../engine/unreadable-entities.ts';

/** Progress of a photo upload. */
export interface PhotoUpload {
  readonly id: string;
  /** Position in the current series of uploads, from 1. */
  readonly position: number;
  readonly total: number;
  /** From 0 to 1; null if the browser doesn't report progress. */
  readonly share: number | null;
}

/** Sync status that only the leader knows, and sends to the other tabs. */
export interface LeaderStatus {
  readonly phase: 'idle' | 'syncing' | 'waiting' | 'blocked';
  /** While sending: number of documents that have a verdict. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The photo, or the content of an attachment, being uploaded; only one at a time (F41). */
  readonly uploading: PhotoUpload | null;
  readonly lastSuccessAt: number | null;
  readonly lastError: FailureCode | null;
  readonly nextTryAt: number | null;
  /** Status of each queue; see `findQueueRecord`. */
  readonly queues: readonly QueueRecord[];
}

/** Sync status for the screens. */
export interface SyncStatus extends LeaderStatus {
  readonly connection: Connection;
  readonly isLeader: boolean;
  /** True if another tab leads but doesn't respond. This tab or a third one takes over within seconds (F34). */
  readonly isLeaderSilent: boolean;
  /** Null until the unsent work has been counted; it doesn't mean that there is none. */
  readonly unsent: UnsentCounts | null;
  readonly isFirstPullDone: boolean;
  /** Number of entities that only a newer build can parse, by collection (F15). */
  readonly unreadable: UnreadableCounts;
  /** Health of the local store; only a reload ends `lost` (F22). */
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

/** Returns the part of the status that the leader sends to the other tabs. */
export function toLeaderStatus(status: SyncStatus): LeaderStatus {
  const { phase, progress, uploading, lastSuccessAt, lastError, nextTryAt, queues } = status;
  return { phase, progress, uploading, lastSuccessAt, lastError, nextTryAt, queues };
}

/** Returns the phase: `syncing` while a request runs, `waiting` before the next attempt, `blocked` until sign-in. */
export function phaseOf(retry: RetryState): LeaderStatus['phase'] {
  if (retry.blocked) return 'blocked';
  if (retry.runningCount > 0) return 'syncing';
  return retry.waiting > 0 ? 'waiting' : 'idle';
}

export interface StatusStore {
  readonly status$: Observable<SyncStatus>;
  status(): SyncStatus;
  update(changes: Partial<SyncStatus>): void;
  close(): void;
}

/** Holds the current status, which several modules update. */
export function createStatusStore(connection: Connection): StatusStore {
  const subject = new BehaviorSubject<SyncStatus>({
    ...IDLE_STATUS,
    connection,
    isLeader: false,
    isLeaderSilent: false,
    unsent: null,
    isFirstPullDone: false,
    unreadable: {},
    store: 'healthy',
  });
  return {
    status$: subject.asObservable(),
    status: () => subject.value,
    update: (changes) => subject.next({ ...subject.value, ...changes }),
    close: () => subject.complete(),
  };
}

/** Minimum interval between two redraws while sending, in ms. */
const REDRAW_MS = 250;

/** Limits redraws while sending, because each batch changes the status. Other changes are shown immediately. */
export function throttleWhileSending(status$: Observable<SyncStatus>): Observable<SyncStatus> {
  return status$.pipe(
    throttle(({ progress }) => (progress === null ? of(null) : timer(REDRAW_MS)), {
      leading: true,
      trailing: true,
    }),
  );
}
