import type { RxCollection } from 'rxdb';
import { map, type Observable } from 'rxjs';
import type { ScanDocument } from '#schemas/scan.ts';
import { liveIndex } from '../../store/live-index.ts';

/** How many products of a project have not been sent, and how many were refused. */
export interface UnsentProducts {
  readonly waiting: number;
  readonly refused: number;
}

type Counted = Pick<ScanDocument, 'projects_id' | 'state'>;

/** The unsent products by project, live. */
export function unsentProducts$(
  scans: RxCollection<ScanDocument>,
): Observable<ReadonlyMap<string, UnsentProducts>> {
  return liveIndex<ScanDocument, Counted>(scans, {
    selectors: [{ state: { $eq: 'waiting' } }, { state: { $eq: 'refused' } }],
    entryOf: ({ projects_id, state }) =>
      state === 'waiting' || state === 'refused' ? { projects_id, state } : null,
  }).pipe(map((unsent) => byProject(unsent.values())));
}

function byProject(scans: Iterable<Counted>): ReadonlyMap<string, UnsentProducts> {
  const marks = new Map<string, UnsentProducts>();
  for (const { projects_id, state } of scans) {
    const { waiting = 0, refused = 0 } = marks.get(projects_id) ?? {};
    const isWaiting = state === 'waiting';
    marks.set(projects_id, {
      waiting: waiting + (isWaiting ? 1 : 0),
      refused: refused + (isWaiting ? 0 : 1),
    });
  }
  return marks;
}
