import type { ClubDatabase } from '#sync/store/database.ts';
import { changeMany } from '#sync/store/documents.ts';
import { rowsBy } from '#sync/store/reads.ts';

/**
 * Moves the attachments of a project that the server will never have to another project.
 * @throws SyncError
 */
export async function moveAttachments(
  { collections: { attachments } }: ClubDatabase,
  fromId: string,
  projectId: string,
): Promise<void> {
  const rows = await rowsBy(attachments, { project_id: { $eq: fromId } });
  const ids = rows.map(({ uuid }) => uuid);
  await changeMany(attachments, ids, (row) =>
    row.deleted ? row : { ...row, project_id: projectId },
  );
}
