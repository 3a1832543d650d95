import type { RxCollection } from 'rxdb';
import { map, type Observable } from 'rxjs';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import { liveIndex } from '../../store/live-index.ts';

/** Live counts of rejected photos and documents by project. */
export function rejectedAttachments$(
  attachments: RxCollection<AttachmentDocument>,
): Observable<ReadonlyMap<string, number>> {
  return liveIndex<AttachmentDocument, string>(attachments, {
    selectors: [{ state: { $eq: 'refused' } }],
    entryOf: ({ state, project_id }) => (state === 'refused' ? project_id : null),
  }).pipe(map((rejected) => countByProject(rejected.values())));
}

function countByProject(projects: Iterable<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const project of projects) counts.set(project, (counts.get(project) ?? 0) + 1);
  return counts;
}
