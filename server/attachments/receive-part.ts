import { type Kysely } from 'kysely';
import type { attachmentCalls } from '#schemas/api/attachment-calls.ts';
import { type BodyOf, type ResultOf } from '#schemas/api/call.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { attachmentColumns, type AttachmentRow } from './attachment-row.ts';
import { storeContent } from './store-content.ts';
import {
  MAX_COMPANY_ATTACHMENTS_BYTES,
  sumUsedBytes,
  UNFINISHED_UPLOAD_TTL_MS,
} from './unfinished-uploads.ts';

type PartCall = (typeof attachmentCalls)['sendAttachmentPart'];

/**
 * Stores a part of an attachment's content. A part that is already stored, or comes too early, has no effect, so a
 * client that lost a response continues at `stored` (F40). The last part stores the whole content.
 * Throws `not_found`, `key_reused` (not the announced file), `hash_mismatch`, `unsupported_media`,
 * `payload_too_large` (too many pixels), `company_storage_full` (announced long ago, and the space is now used).
 */
export async function receivePart(
  { fields, bytes }: BodyOf<PartCall>,
  actor: Actor,
  services: Services,
): Promise<ResultOf<PartCall>> {
  const { uuid = '', sha256 = '' } = fields;
  const attachment = await findAttachment(services.db, uuid.toLowerCase(), actor);
  const isAnnounced = attachment.sha256 === sha256 && attachment.bytes === Number(fields['total']);
  if (!isAnnounced) throw new ApiFailure('key_reused');
  if (attachment.has_content) return { uuid, sha256, stored: attachment.bytes, complete: true };
  const part = { start: Number(fields['offset']), content: bytes };
  const storedBytes = await storePart(services, attachment, part);
  const isComplete = storedBytes === attachment.bytes;
  if (isComplete) await storeContent(services, attachment);
  return { uuid, sha256, stored: storedBytes, complete: isComplete };
}

async function findAttachment(
  db: Kysely<Database>,
  uuid: string,
  { companyId }: Actor,
): Promise<AttachmentRow> {
  const row = await db
    .selectFrom('attachments')
    .select(attachmentColumns)
    .where('uuid', '=', uuid)
    .where('company_id', '=', companyId)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!row) throw new ApiFailure('not_found');
  return row;
}

/** @returns the number of bytes that are now stored, counted from the beginning of the content */
function storePart(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { uuid, company_id: companyId, created_at, bytes: total }: AttachmentRow,
  { start, content }: { readonly start: number; readonly content: Uint8Array },
): Promise<number> {
  return transact(db, async (trx) => {
    // The company is locked, so that concurrent first parts and announcements take the space of this part into account.
    if (start === 0) await lockCompany(trx, companyId);
    const row = await trx
      .selectFrom('attachments')
      .select('has_content')
      .where('uuid', '=', uuid)
      .where('deleted', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    if (row.has_content) return total;
    const storedBytes = await countStoredBytes(trx, uuid);
    if (start !== storedBytes || content.length === 0) return storedBytes;
    if (start + content.length > total) throw new ApiFailure('key_reused');
    const now = clock.now();
    // The space for an old announcement is no longer reserved, so other uploads may have used it.
    if (start === 0 && created_at.getTime() < now - UNFINISHED_UPLOAD_TTL_MS) {
      const usedBytes = await sumUsedBytes(trx, companyId, now);
      if (usedBytes + total > MAX_COMPANY_ATTACHMENTS_BYTES)
        throw new ApiFailure('company_storage_full');
    }
    await trx
      .insertInto('attachment_parts')
      .values({ attachment_uuid: uuid, start, content, received_at: new Date(now) })
      .execute();
    return storedBytes + content.length;
  });
}

async function countStoredBytes(db: Kysely<Database>, uuid: string): Promise<number> {
  const lastPart = await db
    .selectFrom('attachment_parts')
    .select(['start', (eb) => eb.fn<number>('octet_length', ['content']).as('length')])
    .where('attachment_uuid', '=', uuid)
    .orderBy('start', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lastPart ? lastPart.start + lastPart.length : 0;
}
