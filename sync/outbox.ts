import { combineLatest, firstValueFrom, map, type Observable, shareReplay } from 'rxjs';
import type { LeadDocument } from '#schemas/lead.ts';
import type { ProjectDocument } from '#schemas/project.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import type { ClubDatabase } from './database.ts';
import type { PhotoStore } from './photos.ts';
import { unsentRemovals$ } from './removals.ts';

/** One piece of work that the server has not acknowledged, for the person to see. */
export type OutboxItem =
  | {
      readonly kind: 'scan';
      readonly id: string;
      readonly state: 'captured' | 'waiting' | 'refused';
      readonly waitsFor: 'photo' | null;
      readonly scan: ScanDocument;
    }
  | {
      readonly kind: 'closing';
      readonly id: string;
      readonly state: 'held' | 'waiting' | 'refused';
      readonly project: ProjectDocument;
    }
  | {
      readonly kind: 'lead';
      readonly id: string;
      readonly state: 'waiting' | 'refused';
      readonly lead: LeadDocument;
    };

/** Unsent work by kind; `total` counts each piece once (a photo goes with its scan). */
export interface UnsentCounts {
  readonly captured: number;
  readonly waiting: number;
  readonly refused: number;
  readonly removals: number;
  readonly photos: number;
  readonly closings: number;
  /** Leads with edits that wait or that were refused. */
  readonly leads: number;
  readonly total: number;
}

export interface Outbox {
  /** Newest first. */
  readonly items$: Observable<readonly OutboxItem[]>;
  readonly counts$: Observable<UnsentCounts>;
  /** Straight from the store. */
  counts(): Promise<UnsentCounts>;
}

export function createOutbox(database: ClubDatabase, photos: PhotoStore): Outbox {
  const { scans, projects, leads } = database.collections;
  const scansIn = (state: ScanDocument['state']) =>
    scans.find({ selector: { state }, sort: [{ newest_first: 'asc' }] }).$;
  const countIn = (state: ScanDocument['state']) => scans.count({ selector: { state } }).$;
  const leads$ = leads.find({ selector: { state: { $in: ['waiting', 'refused'] } } }).$;
  const closings$ = projects.find({ selector: { state: { $in: ['waiting', 'refused'] } } }).$;

  const counts$ = combineLatest({
    captured: countIn('captured'),
    waiting: countIn('waiting'),
    refused: countIn('refused'),
    removals: unsentRemovals$(scans).pipe(map((removed) => removed.length)),
    photos: photos.unsentCount$,
    closings: closings$.pipe(map((found) => found.length)),
    leads: leads$.pipe(map((found) => found.length)),
  }).pipe(
    map((counts): UnsentCounts => {
      const { captured, waiting, refused, removals, closings, leads: moved } = counts;
      return { ...counts, total: captured + waiting + refused + removals + closings + moved };
    }),
  );

  return {
    items$: combineLatest([
      scansIn('captured'),
      scansIn('waiting'),
      scansIn('refused'),
      closings$,
      leads$,
    ]).pipe(
      map(([captured, waiting, refused, closing, moved]) =>
        [
          ...[...captured, ...waiting, ...refused].flatMap((found) =>
            scanItem(found.toMutableJSON()),
          ),
          ...closing.flatMap((found) => closingItem(found.toMutableJSON())),
          ...moved.flatMap((found) => leadItem(found.toMutableJSON())),
        ].toSorted((a, b) => keyOf(a) - keyOf(b)),
      ),
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
    counts$: counts$.pipe(shareReplay({ bufferSize: 1, refCount: true })),
    counts: () => firstValueFrom(counts$),
  };
}

function keyOf(item: OutboxItem): number {
  if (item.kind === 'scan') return item.scan.newest_first;
  return item.kind === 'lead' ? item.lead.newest_first : item.project.newest_first;
}

function leadItem(lead: LeadDocument): OutboxItem[] {
  if (lead.state === 'synced') return [];
  return [{ kind: 'lead', id: lead.uuid, state: lead.state, lead }];
}

function scanItem(scan: ScanDocument): OutboxItem[] {
  if (scan.state === 'sent') return [];
  const needsPhoto = scan.state === 'waiting' && scan.imageIdxDB !== null && !scan.imageSent;
  const waitsFor = needsPhoto ? 'photo' : null;
  return [{ kind: 'scan', id: scan.uuid, state: scan.state, waitsFor, scan }];
}

function closingItem(project: ProjectDocument): OutboxItem[] {
  if (project.state === 'synced') return [];
  const isHeld = project.state === 'waiting' && project.closing?.released === false;
  const state = isHeld ? 'held' : project.state;
  return [{ kind: 'closing', id: project.uuid, state, project }];
}
