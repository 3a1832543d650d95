import { combineLatest, map, type Observable } from 'rxjs';
import type { SyncStatus } from './status.ts';
import { localData$, localValue$, type LocalDocuments } from '../store/local-documents.ts';
import { type QueueKey, queueName } from '../retry/queue-key.ts';
import type { QueueRecord } from '../retry/retry-scheduler.ts';

/** The last attempts of the queues with unsent work and of the ledger's pull, and the time of the last success. */
export interface RetryHistory {
  readonly queues: readonly QueueRecord[];
  readonly lastSuccessAt: number | null;
}

/** Name of the local document in which the leader tab keeps the history across reloads. */
export const RETRY_HISTORY_KEY = 'retry-history';

/**
 * Returns a queue's last attempt, failure and next attempt.
 * @returns null if unknown
 */
export function findQueueRecord(
  key: QueueKey,
  { queues }: Pick<RetryHistory, 'queues'>,
): QueueRecord | null {
  const name = queueName(key);
  return queues.find((record) => queueName(record.key) === name) ?? null;
}

/** True if the queue pulls the ledger. The points statement needs this to show how old the ledger is while offline. */
export function isLedgerPull(key: QueueKey): boolean {
  return key.kind === 'pull' && key.collection === 'ledger';
}

/** True if the queue sends edits or scan photos. Others fetch data, transfer attachments, check scans or load code. */
export function isWorkQueue({ kind }: QueueKey): boolean {
  return kind === 'push' || kind === 'photos';
}

/**
 * Live retry history in every tab: the leader's current status, merged with the history saved before the
 * app started.
 */
export function retryHistory$(
  database: LocalDocuments,
  status$: Observable<SyncStatus>,
): Observable<RetryHistory> {
  const savedHistory$ = localValue$<RetryHistory>(database, RETRY_HISTORY_KEY);
  return combineLatest([savedHistory$, lastSuccessOfOldBuild$(database), status$]).pipe(
    map(([savedHistory, lastSuccessAt, status]) =>
      mergeHistory(savedHistory ?? { queues: [], lastSuccessAt }, status),
    ),
  );
}

/**
 * Emits the time of the last success that a build up to 3.9.4 saved. It's used until this build has saved a history.
 */
function lastSuccessOfOldBuild$(database: LocalDocuments): Observable<number | null> {
  return localData$(database, 'sync-records').pipe(
    map(
      (savedHistory) =>
        (savedHistory as { readonly lastSuccessAt?: number | null } | null)?.lastSuccessAt ?? null,
    ),
  );
}

/**
 * Keeps the newer record and the latest success of each queue. Clears the next attempt of a saved
 * record, because the reload cancelled it.
 */
export function mergeHistory(
  savedHistory: RetryHistory,
  currentHistory: RetryHistory,
): RetryHistory {
  const queues = new Map(currentHistory.queues.map((record) => [queueName(record.key), record]));
  for (const record of savedHistory.queues) {
    const name = queueName(record.key);
    const otherRecord = queues.get(name);
    const newerRecord =
      otherRecord && otherRecord.lastTryAt >= record.lastTryAt
        ? otherRecord
        : { ...record, nextTryAt: null };
    const lastSuccessAt = latestTime(record.lastSuccessAt, otherRecord?.lastSuccessAt ?? null);
    queues.set(name, { ...newerRecord, lastSuccessAt });
  }
  return {
    queues: [...queues.values()],
    lastSuccessAt: latestTime(savedHistory.lastSuccessAt, currentHistory.lastSuccessAt),
  };
}

function latestTime(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
