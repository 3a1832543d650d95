import { combineLatest, map, type Observable } from 'rxjs';
import type { RxDatabase } from 'rxdb';
import type { QueueRecord } from './retry-scheduler.ts';
import type { SyncStatus } from '../status/status.ts';

/** The part of a piece of unsent work that says which line of requests carries it. */
export type Carried =
  | { readonly kind: 'scan'; readonly waitsForPhoto: boolean }
  | { readonly kind: 'lead' | 'closing' | 'chat'; readonly id: string };

/** When what carries unsent work was tried last, and when the server last answered well. */
export interface RetryHistory {
  readonly lanes: Readonly<Record<string, QueueRecord>>;
  readonly lastSuccessAt: number | null;
}

/** The local document in which the leader keeps them over a reload. */
export const RECORDS_KEY = 'sync-records';

/**
 * When an unsent piece of work was tried last, with what reason it failed, and when it is tried next.
 * Scans go together, and photographs one after the other, so each shares the record of its line.
 * @returns null when nothing is known of it
 */
export function recordOf(
  item: Carried,
  { lanes }: Pick<RetryHistory, 'lanes'>,
): QueueRecord | null {
  return lanes[laneOf(item)] ?? null;
}

/** The names that the pushes run under. */
function laneOf(item: Carried): string {
  if (item.kind === 'scan') return item.waitsForPhoto ? 'photos' : 'scans';
  return `${item.kind} ${item.id}`;
}

/** Whether a line of requests carries work that is shown piece by piece; the others only count, or pull. */
export function carriesWork(lane: string): boolean {
  return /^(?:(?:scans|photos)$|(?:lead|closing|chat) )/.test(lane);
}

/**
 * What is known of the sending, live, in every tab: what the leading tab says of it now, and what it
 * had noted before the app was opened.
 */
export function retryHistory$(
  database: RxDatabase,
  status$: Observable<SyncStatus>,
): Observable<RetryHistory> {
  const kept$ = database.getLocal$<RetryHistory>(RECORDS_KEY);
  return combineLatest([kept$, status$]).pipe(
    map(([kept, now]) => mergeHistory((kept?.toJSON().data ?? NOTHING) as RetryHistory, now)),
  );
}

/** The newer record of each line; what was noted before knows of no next try any more. */
export function mergeHistory(kept: RetryHistory, now: RetryHistory): RetryHistory {
  const lanes: Record<string, QueueRecord> = { ...now.lanes };
  for (const [name, record] of Object.entries(kept.lanes)) {
    if ((lanes[name]?.lastTryAt ?? 0) >= record.lastTryAt) continue;
    lanes[name] = { ...record, nextTryAt: null };
  }
  return { lanes, lastSuccessAt: latest(kept.lastSuccessAt, now.lastSuccessAt) };
}

const NOTHING: RetryHistory = { lanes: {}, lastSuccessAt: null };

function latest(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
