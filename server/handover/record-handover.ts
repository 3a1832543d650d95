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
  const problem = await findProblem(sheet, attachment);
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
): Promise<HandoverProblem | null> {
  if (sheet === null) return 'not_a_sheet';
  if (sheet.uuid.toLowerCase() !== uuid || sheet.project_id.toLowerCase() !== project_id)
    return 'another_project';
  return (await hashShownSheet(sheet.shown)) === sheet.shown_sha256 ? null : 'hash_mismatch';
}
