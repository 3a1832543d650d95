import { combineLatest, map, type Observable } from 'rxjs';
import type { SyncStatus } from './status.ts';
import { localData$, localValue$, type LocalDocuments } from '../store/local-documents.ts';
import { type QueueKey, queueName } from '../retry/queue-key.ts';
import type { QueueRecord } from '../retry/retry-scheduler.ts';

/** When what carries unsent work was tried last, and when the server last answered well. */
export interface RetryHistory {
  readonly queues: readonly QueueRecord[];
  readonly lastSuccessAt: number | null;
}

/** The local document in which the leader keeps it over a reload. */
export const RETRY_HISTORY_KEY = 'retry-history';

/**
 * How a queue stands: when it was tried last, with what reason it failed, and when it is tried next.
 * @returns null when nothing is known of it
 */
export function findQueueRecord(
  key: QueueKey,
  { queues }: Pick<RetryHistory, 'queues'>,
): QueueRecord | null {
  const name = queueName(key);
  return queues.find((record) => queueName(record.key) === name) ?? null;
}

/** Whether a queue carries work that is shown piece by piece; the others only count, or pull. */
export function carriesWork({ kind }: QueueKey): boolean {
  return kind === 'push' || kind === 'photos';
}

/**
 * What is known of the sending, live, in every tab: what the leading tab says of it now, and what it
 * had noted before the app was opened.
 */
export function retryHistory$(
  database: LocalDocuments,
  status$: Observable<SyncStatus>,
): Observable<RetryHistory> {
  const kept$ = localValue$<RetryHistory>(database, RETRY_HISTORY_KEY);
  return combineLatest([kept$, lastSuccessBefore$(database), status$]).pipe(
    map(([kept, lastSuccessAt, now]) => mergeHistory(kept ?? { queues: [], lastSuccessAt }, now)),
  );
}

/** When a build up to 3.9.4 was last in touch with the server: until this one is, that still counts. */
function lastSuccessBefore$(database: LocalDocuments): Observable<number | null> {
  return localData$(database, 'sync-records').pipe(
    map(
      (kept) => (kept as { readonly lastSuccessAt?: number | null } | null)?.lastSuccessAt ?? null,
    ),
  );
}

/** The newer record of each queue; what was noted before knows of no next try any more. */
export function mergeHistory(kept: RetryHistory, now: RetryHistory): RetryHistory {
  const queues = new Map(now.queues.map((record) => [queueName(record.key), record]));
  for (const record of kept.queues) {
    const name = queueName(record.key);
    if ((queues.get(name)?.lastTryAt ?? 0) >= record.lastTryAt) continue;
    queues.set(name, { ...record, nextTryAt: null });
  }
  return {
    queues: [...queues.values()],
    lastSuccessAt: latest(kept.lastSuccessAt, now.lastSuccessAt),
  };
}

function latest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
