import type { RxCollection } from 'rxdb';
import { map, type Observable } from 'rxjs';
import type { ScanDocument } from '#schemas/scan.ts';
import { liveIndex } from '../../store/live-index.ts';

/** Counts of a project's unsent and rejected products. */
export interface UnsentProducts {
  readonly waiting: number;
  readonly refused: number;
  /** Products that the server doesn't have yet, minus those deleted here but not there. */
  readonly difference: number;
}

interface CountedScan {
  readonly projects_id: string;
  /** Null if only the deletion is unsent. */
  readonly state: 'waiting' | 'refused' | null;
  readonly difference: -1 | 0 | 1;
}

/** Live counts of unsent products by project. */
export function unsentProducts$(
  scans: RxCollection<ScanDocument>,
): Observable<ReadonlyMap<string, UnsentProducts>> {
  return liveIndex<ScanDocument, CountedScan>(scans, {
    selectors: [{ state: { $eq: 'waiting' } }, { state: { $eq: 'refused' } }],
    entryOf,
    entryOfDeleted,
  }).pipe(map((unsent) => byProject(unsent.values())));
}

function entryOf({ projects_id, state, base_op_id }: ScanDocument): CountedScan | null {
  if (state !== 'waiting' && state !== 'refused') return null;
  return { projects_id, state, difference: base_op_id === null ? 1 : 0 };
}

function entryOfDeleted({ projects_id, state, base_op_id }: ScanDocument): CountedScan | null {
  if (state !== 'waiting' || base_op_id === null) return null;
  return { projects_id, state: null, difference: -1 };
}

export const NO_UNSENT_PRODUCTS: UnsentProducts = { waiting: 0, refused: 0, difference: 0 };

function byProject(scans: Iterable<CountedScan>): ReadonlyMap<string, UnsentProducts> {
  const counts = new Map<string, UnsentProducts>();
  for (const scan of scans) {
    const { waiting, refused, difference } = counts.get(scan.projects_id) ?? NO_UNSENT_PRODUCTS;
    counts.set(scan.projects_id, {
      waiting: waiting + (scan.state === 'waiting' ? 1 : 0),
      refused: refused + (scan.state === 'refused' ? 1 : 0),
      difference: difference + scan.difference,
    });
  }
  return counts;
}
