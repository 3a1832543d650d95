import { createHash } from 'node:crypto';
import { type Transaction } from 'kysely';
import { HANDOVER_MEDIA_TYPE } from '#schemas/attachment.ts';
import { type Handover, hashShownSheet, parseHandover } from '#schemas/handover.ts';
import { type AttachmentRow } from '../attachments/attachment-row.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type HandoverProblem } from './handover-tables.ts';

/**
 * Stores a signed sheet, in the transaction that stores its attachment. An unusable sheet is stored too, because a
 * signature can't be repeated; it gets no document.
 */
export async function recordHandover(
  attachment: AttachmentRow,
  content: Uint8Array,
  trx: Transaction<Database>,
  { clock, logger }: Pick<Services, 'clock' | 'logger'>,
): Promise<void> {
  const { uuid, company_id, project_id, media_type } = attachment;
  if (media_type !== HANDOVER_MEDIA_TYPE) return;
  const sheet = parseHandover(content);
  const problem = await findProblem(sheet, attachment, trx);
  await trx
    .insertInto('handovers')
    .values({
      uuid,
      company_id,
      project_uuid: project_id,
      // PostgreSQL texts can't contain NUL, which only a broken client could send.
      signed: Buffer.from(content).toString('utf8').replaceAll('\u0000', '\ufffd'),
      signed_sha256: createHash('sha256').update(content).digest('hex'),
      problem,
      signed_at: sheet === null ? null : new Date(sheet.signed_at),
      received_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .execute();
  if (problem === null) return;
  logger.warn({ handover: uuid, problem }, 'a signed handover sheet can’t be used');
  await trx
    .updateTable('attachments')
    .set({ document: 'unusable' })
    .where('uuid', '=', uuid)
    .execute();
}

async function findProblem(
  sheet: Handover | null,
  { uuid, project_id }: AttachmentRow,
  trx: Transaction<Database>,
): Promise<HandoverProblem | null> {
  if (sheet === null) return 'not_a_sheet';
  if (sheet.uuid.toLowerCase() !== uuid) return 'another_project';
  const signedId = sheet.project_id.toLowerCase();
  if (signedId !== project_id && (await isKnownProject(signedId, trx))) return 'another_project';
  return (await hashShownSheet(sheet.shown)) === sheet.shown_sha256 ? null : 'hash_mismatch';
}

/**
 * True if the server has the project that was signed for, or had it. A device moves a sheet from a project that the
 * server never had to the colleague's project that replaces it.
 */
async function isKnownProject(uuid: string, trx: Transaction<Database>): Promise<boolean> {
  const row = await trx
    .selectFrom('projects')
    .select('uuid')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row !== undefined;
}
