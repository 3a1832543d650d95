import type { RxCollection } from 'rxdb';
import { combineLatest, map, type Observable } from 'rxjs';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { liveIndex } from '../../store/live-index.ts';

/** Counts of a project's unsent and rejected products, and of its rejected photos and documents. */
export interface UnsentProducts {
  readonly waiting: number;
  readonly refused: number;
  readonly refusedAttachments: number;
  /** Products that the server doesn't have yet, minus those deleted here but not there. */
  readonly difference: number;
}

interface CountedScan {
  readonly projects_id: string;
  /** Null if only the deletion is unsent. */
  readonly state: 'waiting' | 'refused' | null;
  readonly difference: -1 | 0 | 1;
}

/** Live counts of unsent products and rejected attachments by project. */
export function unsentProducts$({
  scans,
  attachments,
}: {
  readonly scans: RxCollection<ScanDocument>;
  readonly attachments: RxCollection<AttachmentDocument>;
}): Observable<ReadonlyMap<string, UnsentProducts>> {
  const countedScans = liveIndex<ScanDocument, CountedScan>(scans, {
    selectors: [{ state: { $eq: 'waiting' } }, { state: { $eq: 'refused' } }],
    entryOf,
    entryOfDeleted,
  });
  const rejectedAttachments = liveIndex<AttachmentDocument, string>(attachments, {
    selectors: [{ state: { $eq: 'refused' } }],
    entryOf: ({ state, project_id }) => (state === 'refused' ? project_id : null),
  });
  return combineLatest([countedScans, rejectedAttachments]).pipe(
    map(([unsent, rejected]) => byProject(unsent.values(), rejected.values())),
  );
}

function entryOf({ projects_id, state, base_op_id }: ScanDocument): CountedScan | null {
  if (state !== 'waiting' && state !== 'refused') return null;
  return { projects_id, state, difference: base_op_id === null ? 1 : 0 };
}

function entryOfDeleted({ projects_id, state, base_op_id }: ScanDocument): CountedScan | null {
  if (state !== 'waiting' || base_op_id === null) return null;
  return { projects_id, state: null, difference: -1 };
}

const none: UnsentProducts = { waiting: 0, refused: 0, refusedAttachments: 0, difference: 0 };

/** @param rejectedAttachments the project of each */
function byProject(
  scans: Iterable<CountedScan>,
  rejectedAttachments: Iterable<string>,
): ReadonlyMap<string, UnsentProducts> {
  const counts = new Map<string, UnsentProducts>();
  for (const scan of scans) {
    const count = counts.get(scan.projects_id) ?? none;
    counts.set(scan.projects_id, {
      ...count,
      waiting: count.waiting + (scan.state === 'waiting' ? 1 : 0),
      refused: count.refused + (scan.state === 'refused' ? 1 : 0),
      difference: count.difference + scan.difference,
    });
  }
  for (const id of rejectedAttachments) {
    const count = counts.get(id) ?? none;
    counts.set(id, { ...count, refusedAttachments: count.refusedAttachments + 1 });
  }
  return counts;
}
