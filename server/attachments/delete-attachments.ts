import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { nextRevs } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { markUnreferenced } from '../files/unreferenced-files.ts';
import { anyUuid } from '../scans/any-of.ts';

/** An attachment to delete, with its new version. */
interface Deletion {
  readonly uuid: string;
  readonly op_id: string;
  readonly rev: number;
}

/**
 * Deletes attachments with their content and caption. The rows stay as tombstones for devices. Must be called in the
 * transaction that locks the company.
 * @param now milliseconds since 1970
 */
export async function deleteAttachments(
  trx: Transaction<Database>,
  deletions: readonly Deletion[],
  now: number,
): Promise<void> {
  if (deletions.length === 0) return;
  const ids = anyUuid(deletions.map(({ uuid }) => uuid));
  const storedContents = await trx
    .selectFrom('attachments')
    .select('stored_as')
    .where('uuid', '=', ids)
    .where('stored_as', 'is not', null)
    .execute();
  for (const { stored_as } of storedContents) await markUnreferenced(stored_as, trx, now);
  for (const { uuid, op_id, rev } of deletions) {
    await trx
      .updateTable('attachments')
      .set({
        op_id,
        rev,
        deleted: true,
        updated_at: new Date(now),
        caption: '',
        has_content: false,
        content: null,
        stored_as: null,
        document: null,
      })
      .where('uuid', '=', uuid)
      .execute();
  }
  // The parts are deleted last: a part that arrives in the meantime waits for the locked rows and is then rejected.
  await trx.deleteFrom('attachment_parts').where('attachment_uuid', '=', ids).execute();
}

/**
 * Deletes all attachments of a project, in the transaction that deletes the project.
 * @param now milliseconds since 1970
 */
export async function deleteAttachmentsOfProject(
  trx: Transaction<Database>,
  project: { readonly uuid: string; readonly company_id: string },
  now: number,
): Promise<void> {
  const attachments = await trx
    .selectFrom('attachments')
    .select('uuid')
    .where('project_id', '=', project.uuid)
    .where('deleted', '=', false)
    .execute();
  if (attachments.length === 0) return;
  const firstRev = await nextRevs(trx, project.company_id, attachments.length);
  const deletions = attachments.map(({ uuid }, index) => ({
    uuid,
    op_id: randomUUID(),
    rev: firstRev + index,
  }));
  await deleteAttachments(trx, deletions, now);
}
