import type { RxCollection } from 'rxdb';
import {
  catchError,
  combineLatest,
  debounceTime,
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
import { unsentProducts$, type UnsentProducts } from '../entities/scans/unsent-products.ts';
import type { PhotoStore } from '../photos/photos.ts';
import type { ClubDatabase } from '../store/database.ts';
import { changesOf } from '../store/documents.ts';
import { idsByState } from '../store/reads.ts';

/** How much of one kind the server does not have. */
export interface KindCounts {
  /** Not meant for the server yet. */
  readonly captured: number;
  readonly waiting: number;
  /** What the server would not take: it waits for the person. */
  readonly refused: number;
  /** Taken back here, and the server is still to be told. */
  readonly removals: number;
}

/** Unsent work by kind; `total` counts each piece once (a photo goes with its scan, marks not at all). */
export interface UnsentCounts {
  readonly kinds: Readonly<Record<UnsentKind, KindCounts>>;
  readonly photos: number;
  readonly total: number;
  readonly refusedTotal: number;
}

export const NO_COUNTS: KindCounts = { captured: 0, waiting: 0, refused: 0, removals: 0 };

/** Adds up what the kinds have. @param kinds those that are not named have nothing */
export function unsentCounts(
  kinds: Partial<Record<UnsentKind, Partial<KindCounts>>>,
  photos = 0,
): UnsentCounts {
  const all = registry.map((entity) => ({
    ...entity,
    count: { ...NO_COUNTS, ...kinds[entity.kind] },
  }));
  const work = all.filter(({ isWork }) => isWork).map(({ count }) => count);
  return {
    // One entry for each kind; fromEntries forgets that.
    kinds: Object.fromEntries(all.map(({ kind, count }) => [kind, count])) as UnsentCounts['kinds'],
    photos,
    total: sum(work.map((one) => one.captured + one.waiting + one.refused + one.removals)),
    refusedTotal: sum(work.map(({ refused }) => refused)),
  };
}

/** How much of it needs nobody to decide on it, and so can go out with the page closed; 0 until counted. */
export function countSendableInBackground(unsent: UnsentCounts | null): number {
  return unsent ? unsent.total - unsent.kinds.scan.captured - unsent.refusedTotal : 0;
}

/** How much of it may go at once when somebody asks for that; of projects those that are held, too. */
export function countSendable({ kinds }: UnsentCounts): number {
  const counted = [kinds.scan, kinds.lead, kinds.project, kinds.chat];
  return sum(counted.map(({ waiting, removals }) => waiting + removals));
}

export interface Outbox {
  readonly counts$: Observable<UnsentCounts>;
  /** The unsent products by project. */
  readonly products$: Observable<ReadonlyMap<string, UnsentProducts>>;
  /** Straight from the store. */
  counts(): Promise<UnsentCounts>;
}

export function createOutbox(database: ClubDatabase, photos: PhotoStore): Outbox {
  const counted = registry.map((entity) =>
    countsOf(entity, database).pipe(map((count) => [entity.kind, count] as const)),
  );
  const counts$ = combineLatest([photos.unsentCount$, ...counted]).pipe(
    map(([kept, ...kinds]) => unsentCounts(Object.fromEntries(kinds), kept)),
  );
  return {
    counts$: counts$.pipe(shareReplay({ bufferSize: 1, refCount: true })),
    counts: () => firstValueFrom(counts$),
    products$: unsentProducts$(database.collections.scans).pipe(
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
  };
}

function countsOf(entity: Entity, database: ClubDatabase): Observable<KindCounts> {
  // Counted alike, whatever the documents are.
  const collection = editableCollection(database, entity.collection);
  const states = entity.unsent.map((state) =>
    collection.count({ selector: { state } }).$.pipe(map((count) => [state, count] as const)),
  );
  const removals$ = entity.hasRemovals ? removalsOf(collection) : of(0);
  return combineLatest([removals$, ...states]).pipe(
    map(([removals, ...found]) => ({ ...NO_COUNTS, ...Object.fromEntries(found), removals })),
  );
}

/** RxDB's own counts leave the tombstones out. */
function removalsOf(collection: RxCollection<EditableDocument>): Observable<number> {
  return changesOf(collection).pipe(
    debounceTime(20),
    startWith(null),
    // What can't be counted now is counted with the next change; that the store is gone says its health.
    switchMap(() => from(idsByState(collection, 'waiting', true)).pipe(catchError(() => EMPTY))),
    map((ids) => ids.length),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
