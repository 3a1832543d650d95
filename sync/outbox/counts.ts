import { combineLatest, firstValueFrom, map, type Observable, shareReplay } from 'rxjs';
import type { ScanDocument } from '#schemas/scan.ts';
import type { ClubDatabase } from '../store/database.ts';
import type { PhotoStore } from '../photos/photos.ts';
import { unsentRemovals$ } from '../store/tombstones.ts';
import { unsentProducts$, type UnsentProducts } from '../entities/scans/unsent-products.ts';

/** Unsent work by kind; `total` counts each piece once (a photo goes with its scan). */
export interface UnsentCounts {
  readonly captured: number;
  readonly waiting: number;
  readonly refused: number;
  readonly removals: number;
  readonly photos: number;
  /** Projects whose closing waits or was refused. */
  readonly closings: number;
  /** Those among them that wait for the person. */
  readonly closingsRefused: number;
  /** Leads with edits that wait or that were refused. */
  readonly leads: number;
  /** Those among them that wait for the person. */
  readonly leadsRefused: number;
  /** Support chats with messages that wait or that were refused. */
  readonly chats: number;
  /** Those among them that wait for the person. */
  readonly chatsRefused: number;
  readonly total: number;
  /** What of all that the server would not take: it waits for the person. */
  readonly refusedTotal: number;
}

/** How much of it needs nobody to decide on it, and so can go out with the page closed; 0 until counted. */
export function leavable(unsent: UnsentCounts | null): number {
  return unsent ? unsent.total - unsent.captured - unsent.refusedTotal : 0;
}

/** How much of it goes at once when somebody asks for that: a closing is held for its products. */
export function sendable(unsent: UnsentCounts): number {
  const { waiting, removals, leads, leadsRefused, chats, chatsRefused } = unsent;
  return waiting + removals + leads - leadsRefused + chats - chatsRefused;
}

export interface Outbox {
  readonly counts$: Observable<UnsentCounts>;
  /** The unsent products by project. */
  readonly products$: Observable<ReadonlyMap<string, UnsentProducts>>;
  /** Straight from the store. */
  counts(): Promise<UnsentCounts>;
}

export function createOutbox(database: ClubDatabase, photos: PhotoStore): Outbox {
  const { scans, projects, leads, chats } = database.collections;
  const countIn = (state: ScanDocument['state']) => scans.count({ selector: { state } }).$;
  const counts$ = combineLatest({
    captured: countIn('captured'),
    waiting: countIn('waiting'),
    refused: countIn('refused'),
    removals: unsentRemovals$(scans).pipe(map((removed) => removed.length)),
    photos: photos.unsentCount$,
    closingsWaiting: projects.count({ selector: { state: 'waiting' } }).$,
    closingsRefused: projects.count({ selector: { state: 'refused' } }).$,
    leadsWaiting: leads.count({ selector: { state: 'waiting' } }).$,
    leadsRefused: leads.count({ selector: { state: 'refused' } }).$,
    chatsWaiting: chats.count({ selector: { state: 'waiting' } }).$,
    chatsRefused: chats.count({ selector: { state: 'refused' } }).$,
  }).pipe(
    map(({ closingsWaiting, leadsWaiting, chatsWaiting, ...counts }): UnsentCounts => {
      const { captured, waiting, refused, removals } = counts;
      const closings = closingsWaiting + counts.closingsRefused;
      const edited = leadsWaiting + counts.leadsRefused;
      const written = chatsWaiting + counts.chatsRefused;
      const total = captured + waiting + refused + removals + closings + edited + written;
      const refusedTotal =
        refused + counts.closingsRefused + counts.leadsRefused + counts.chatsRefused;
      return { ...counts, closings, leads: edited, chats: written, total, refusedTotal };
    }),
  );

  return {
    counts$: counts$.pipe(shareReplay({ bufferSize: 1, refCount: true })),
    counts: () => firstValueFrom(counts$),
    products$: unsentProducts$(scans).pipe(shareReplay({ bufferSize: 1, refCount: true })),
  };
}
