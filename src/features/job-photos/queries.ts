/** Reads a project's photos. The queries are separate from the screens, so that other features can use them alone. */
import { map, type Observable } from 'rxjs';
import type { AttachmentDocument } from '#schemas/attachment.ts';
import type { LocalAccount } from '#sync/account.ts';

export type JobPhoto = AttachmentDocument;

/** The project's photos, in the order they were taken. */
export function photosOfProject(
  account: LocalAccount,
  projectId: string,
): Observable<readonly JobPhoto[]> {
  return account.attachments
    .attachmentsOfProject$(projectId)
    .pipe(map((attachments) => attachments.filter(({ kind }) => kind === 'photo')));
}
