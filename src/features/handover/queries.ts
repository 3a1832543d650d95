/** Reads a project's handover sheets from the local database. */
import { map, type Observable } from 'rxjs';
import { type AttachmentDocument, HANDOVER_MEDIA_TYPE } from '#schemas/attachment.ts';
import type { LocalAccount } from '#sync/account.ts';

export { projectById } from '#src/features/projects/queries.ts';
export { scansOfProject } from '#src/features/scan/queries.ts';

/** The signed sheets of a project, newest first; the first one replaces the others. */
export function sheetsOfProject(
  account: LocalAccount,
  projectId: string,
): Observable<AttachmentDocument[]> {
  return account.attachments
    .attachmentsOfProject$(projectId)
    .pipe(
      map((found) =>
        found.filter((attachment) => attachment.media_type === HANDOVER_MEDIA_TYPE).toReversed(),
      ),
    );
}

/** Order of the photos on a sheet: the finished work is what a homeowner wants to see first. */
const groupOrder = ['after', 'during', null, 'before'] as const;

/** The project's photos for a sheet: the finished work first. */
export function sheetPhotos(
  account: LocalAccount,
  projectId: string,
): Observable<AttachmentDocument[]> {
  return account.attachments.attachmentsOfProject$(projectId).pipe(
    map((found) => {
      const photos = found.filter(({ kind, state }) => kind === 'photo' && state !== 'refused');
      return photos.toSorted((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group));
    }),
  );
}
