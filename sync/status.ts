import { BehaviorSubject, type Observable } from 'rxjs';
import type { Connection } from './connectivity.ts';
import type { UnsentCounts } from './outbox.ts';
import type { PatienceState, TryFailure } from './patience.ts';

/** What only the leader knows of the sync; it tells the other tabs. */
export interface LeaderStatus {
  readonly phase: 'idle' | 'syncing' | 'waiting' | 'blocked';
  /** While sending: how many of the scans under way are settled. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The photograph that is on its way right now, by its id: there is never more than one (F41). */
  readonly uploading: string | null;
  readonly lastSuccessAt: number | null;
  readonly lastError: TryFailure | null;
  readonly nextTryAt: number | null;
}

/** What the screen may know of the sync. */
export interface SyncStatus extends LeaderStatus {
  readonly connection: Connection;
  readonly leader: boolean;
  readonly unsent: UnsentCounts;
  readonly firstPullDone: boolean;
}

const NOTHING_UNSENT: UnsentCounts = {
  captured: 0,
  waiting: 0,
  refused: 0,
  removals: 0,
  photos: 0,
  closings: 0,
  leads: 0,
  total: 0,
};

export const RESTING: LeaderStatus = {
  phase: 'idle',
  progress: null,
  uploading: null,
  lastSuccessAt: null,
  lastError: null,
  nextTryAt: null,
};

/** `syncing` while a request runs; `waiting` for the next try; `blocked` until somebody signs in. */
export function phaseOf(patience: PatienceState): LeaderStatus['phase'] {
  if (patience.blocked) return 'blocked';
  if (patience.working > 0) return 'syncing';
  return patience.waiting > 0 ? 'waiting' : 'idle';
}

export interface StatusBoard {
  readonly status$: Observable<SyncStatus>;
  status(): SyncStatus;
  note(part: Partial<SyncStatus>): void;
  close(): void;
}

/** Holds the current status; parts of it come from different places. */
export function createStatusBoard(connection: Connection): StatusBoard {
  const subject = new BehaviorSubject<SyncStatus>({
    ...RESTING,
    connection,
    leader: false,
    unsent: NOTHING_UNSENT,
    firstPullDone: false,
  });
  return {
    status$: subject.asObservable(),
    status: () => subject.value,
    note: (part) => subject.next({ ...subject.value, ...part }),
    close: () => subject.complete(),
  };
}
