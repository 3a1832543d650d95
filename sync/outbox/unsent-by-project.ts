import { combineLatest, map, type Observable } from 'rxjs';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import type { ClubDatabase } from '../store/database.ts';
import { liveIndex } from '../store/live-index.ts';

/** Counts of a project's unsent and rejected products, and of its rejected photos and documents. */
export interface ProjectUnsentCounts {
  readonly waiting: number;
  readonly refused: number;
  /** Number of products that the server doesn't have yet, minus those that are deleted only on this device. */
  readonly difference: number;
  readonly refusedAttachments: number;
}

interface UnsentEntry {
  readonly projects_id: string;
  /** `attachment`: a rejected photo or document. Null if only the deletion of a product is unsent. */
  readonly state: 'waiting' | 'refused' | 'attachment' | null;
  readonly difference: -1 | 0 | 1;
}

/** Live counts of unsent work by project. */
export function unsentByProject$({
  scans,
  attachments,
}: Pick<ClubDatabase['collections'], 'scans' | 'attachments'>): Observable<
  ReadonlyMap<string, ProjectUnsentCounts>
> {
  const refusedSelector = { state: { $eq: 'refused' as const } };
  return combineLatest([
    liveIndex<ScanDocument, UnsentEntry>(scans, {
      selectors: [{ state: { $eq: 'waiting' } }, refusedSelector],
      entryOf,
      deletedEntry,
    }),
    liveIndex<AttachmentDocument, UnsentEntry>(attachments, {
      selectors: [refusedSelector],
      entryOf: ({ state, project_id }) =>
        state === 'refused'
          ? { projects_id: project_id, state: 'attachment', difference: 0 }
          : null,
    }),
  ]).pipe(map((indexes) => countByProject(indexes.flatMap((index) => [...index.values()]))));
}

function entryOf({ projects_id, state, base_op_id }: ScanDocument): UnsentEntry | null {
  if (state !== 'waiting' && state !== 'refused') return null;
  return { projects_id, state, difference: base_op_id === null ? 1 : 0 };
}

function deletedEntry({ projects_id, state, base_op_id }: ScanDocument): UnsentEntry | null {
  if (state !== 'waiting' || base_op_id === null) return null;
  return { projects_id, state: null, difference: -1 };
}

const noUnsentWork: ProjectUnsentCounts = {
  waiting: 0,
  refused: 0,
  difference: 0,
  refusedAttachments: 0,
};

function countByProject(
  unsentEntries: readonly UnsentEntry[],
): ReadonlyMap<string, ProjectUnsentCounts> {
  const counts = new Map<string, ProjectUnsentCounts>();
  for (const { projects_id, state, difference } of unsentEntries) {
    const previousCounts = counts.get(projects_id) ?? noUnsentWork;
    counts.set(projects_id, {
      waiting: previousCounts.waiting + (state === 'waiting' ? 1 : 0),
      refused: previousCounts.refused + (state === 'refused' ? 1 : 0),
      difference: previousCounts.difference + difference,
      refusedAttachments: previousCounts.refusedAttachments + (state === 'attachment' ? 1 : 0),
    });
  }
  return counts;
}
