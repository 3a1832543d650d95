import type { RxCollection } from 'rxdb';
import {
  catchError,
  combineLatest,
  debounceTime,
  distinctUntilChanged,
  EMPTY,
  firstValueFrom,
  from,
  map,
  type Observable,
  of,
  shareReplay,
  startWith,
  switchMap,
} from 'rxjs';
import {
  editableCollection,
  type EditableDocument,
  type Entity,
  registry,
  type UnsentKind,
} from '../entities/registry.ts';
import type { PhotoStore } from '../photos/photos.ts';
import type { ClubDatabase } from '../store/database.ts';
import { changesOf } from '../store/documents.ts';
import { idsByState } from '../store/reads.ts';
import { unsentByProject$, type ProjectUnsentCounts } from './unsent-by-project.ts';

/** Counts of one kind of unsent work. */
export interface KindCounts {
  /** Captured but not saved to a project yet. */
  readonly captured: number;
  readonly waiting: number;
  /** Rejected by the server; the user has to decide. */
  readonly refused: number;
  /** Removed here, but not yet on the server. */
  readonly removals: number;
}

/**
 * Unsent work by kind. `total` counts each item once, a scan and its photo together. It doesn't count marks, such as
 * read notifications.
 */
export interface UnsentCounts {
  readonly kinds: Readonly<Record<UnsentKind, KindCounts>>;
  readonly photos: number;
  readonly total: number;
  readonly rejectedTotal: number;
}

export const NO_COUNTS: KindCounts = { captured: 0, waiting: 0, refused: 0, removals: 0 };

/**
 * Adds up the counts.
 * @param kinds missing kinds count as zero
 */
export function unsentCounts(
  kinds: Partial<Record<UnsentKind, Partial<KindCounts>>>,
  photos = 0,
): UnsentCounts {
  const countedEntities = registry.map((entity) => ({
    ...entity,
    counts: { ...NO_COUNTS, ...kinds[entity.kind] },
  }));
  const workCounts = countedEntities
    .filter(({ isUserWork }) => isUserWork)
    .map(({ counts }) => counts);
  return {
    // One entry per kind; `fromEntries` loses the key type.
    kinds: Object.fromEntries(
      countedEntities.map(({ kind, counts }) => [kind, counts]),
    ) as UnsentCounts['kinds'],
    photos,
    total: sum(
      workCounts.map(
        (counts) => counts.captured + counts.waiting + counts.refused + counts.removals,
      ),
    ),
    rejectedTotal: sum(workCounts.map(({ refused }) => refused)),
  };
}

/** Number of items that can be sent with the page closed; 0 until counted. */
export function countSendableInBackground(unsent: UnsentCounts | null): number {
  return unsent ? unsent.total - unsent.kinds.scan.captured - unsent.rejectedTotal : 0;
}

/** Number of items that "send now" may send, including held closings. */
export function countSendable({ kinds }: UnsentCounts): number {
  const countedKinds = [kinds.scan, kinds.lead, kinds.project, kinds.chat, kinds.attachment];
  return sum(countedKinds.map(({ waiting, removals }) => waiting + removals));
}

export interface Outbox {
  readonly counts$: Observable<UnsentCounts>;
  /** Unsent work by project. */
  readonly byProject$: Observable<ReadonlyMap<string, ProjectUnsentCounts>>;
  /** Reads the current counts from the store. */
  counts(): Promise<UnsentCounts>;
}

export function createOutbox(database: ClubDatabase, photos: PhotoStore): Outbox {
  const countedKinds = registry.map((entity) =>
    kindCounts$(entity, database).pipe(map((count) => [entity.kind, count] as const)),
  );
  const counts$ = combineLatest([photos.unsentCount$, ...countedKinds]).pipe(
    map(([photoCount, ...kinds]) => unsentCounts(Object.fromEntries(kinds), photoCount)),
  );
  return {
    counts$: counts$.pipe(shareReplay({ bufferSize: 1, refCount: true })),
    counts: () => firstValueFrom(counts$),
    byProject$: unsentByProject$(database.collections).pipe(
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
  };
}

function kindCounts$(entity: Entity, database: ClubDatabase): Observable<KindCounts> {
  const collection = editableCollection(database, entity.collection);
  const states = entity.unsent.map((state) =>
    collection.count({ selector: { state } }).$.pipe(map((count) => [state, count] as const)),
  );
  const removals$ = entity.hasRemovals ? removalCount$(collection) : of(0);
  return combineLatest([removals$, ...states]).pipe(
    map(([removals, ...stateCounts]) => ({
      ...NO_COUNTS,
      ...Object.fromEntries(stateCounts),
      removals,
    })),
  );
}

/** Counts the unsent removals by loading their ids, because RxDB's counts exclude tombstones. */
function removalCount$(collection: RxCollection<EditableDocument>): Observable<number> {
  return changesOf(collection).pipe(
    debounceTime(20),
    startWith(null),
    // A failed count is repeated at the next change. A lost store shows in the store's health.
    switchMap(() => from(idsByState(collection, 'waiting', true)).pipe(catchError(() => EMPTY))),
    map((ids) => ids.length),
    distinctUntilChanged(),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
