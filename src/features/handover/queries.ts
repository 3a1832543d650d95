/** Reads a project's handover sheets from the local database. */
import { map, type Observable } from 'rxjs';
import { type AttachmentDocument, HANDOVER_MEDIA_TYPE } from '#schemas/attachment.ts';
import { dayIn } from '#schemas/calendar-day.ts';
import type { RegionCode } from '#schemas/regions.ts';
import type { LocalAccount } from '#sync/account.ts';

export { projectById } from '#src/features/projects/queries.ts';
export { scansOfProject } from '#src/features/scan/queries.ts';

/** The signed sheets of a project, newest first. */
export function sheetsOfProject(
  account: LocalAccount,
  projectId: string,
): Observable<AttachmentDocument[]> {
  return account.attachments
    .attachmentsOfProject$(projectId)
    .pipe(
      map((attachments) =>
        attachments
          .filter((attachment) => attachment.media_type === HANDOVER_MEDIA_TYPE)
          .toReversed(),
      ),
    );
}

/**
 * Returns the current sheet, which is the newest one that wasn't rejected and replaces the older ones. Null if there
 * is none.
 * @param sheets newest first
 */
export function currentSheet<Sheet extends Pick<AttachmentDocument, 'state' | 'document'>>(
  sheets: readonly Sheet[],
): Sheet | null {
  return sheets.find((sheet) => !isRejectedSheet(sheet)) ?? null;
}

/** True if the server rejected the sheet, on arrival or when generating the document. */
export function isRejectedSheet({
  state,
  document,
}: Pick<AttachmentDocument, 'state' | 'document'>): boolean {
  return state === 'refused' || document === 'unusable';
}

/** Day in the company's region on which a sheet was signed: `2026-05-04`. */
export function signedDay(
  { captured_at }: Pick<AttachmentDocument, 'captured_at'>,
  region: RegionCode,
): string {
  return dayIn(region, Date.parse(captured_at));
}

/** Order of the photos on a sheet: homeowners want to see the finished work first. */
const groupOrder = ['after', 'during', null, 'before'] as const;

/** The project's photos for a sheet: the finished work first. */
export function sheetPhotos(
  account: LocalAccount,
  projectId: string,
): Observable<AttachmentDocument[]> {
  return account.attachments.attachmentsOfProject$(projectId).pipe(
    map((attachments) => {
      const photos = attachments.filter(
        ({ kind, state }) => kind === 'photo' && state !== 'refused',
      );
      return photos.toSorted((a, b) => groupOrder.indexOf(a.group) - groupOrder.indexOf(b.group));
    }),
  );
}
