import { type Kysely } from 'kysely';
import type { attachmentCalls } from '#schemas/api/attachment-calls.ts';
import { type BodyOf, type ResultOf } from '#schemas/api/call.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { attachmentColumns, type AttachmentRow } from './attachment-row.ts';
import { storeContent } from './store-content.ts';

type PartCall = (typeof attachmentCalls)['sendAttachmentPart'];

/**
 * Stores a part of an attachment's content. A part that is stored already, or that comes too early, changes nothing,
 * so a client that lost a response continues at `stored` (F40). The last part stores the whole content.
 * Throws `not_found`, `key_reused` (not the announced file), `hash_mismatch`, `unsupported_media`,
 * `payload_too_large` (too many pixels).
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
  const stored = await storePart(services.db, attachment, part);
  const complete = stored === attachment.bytes;
  if (complete) await storeContent(services, attachment);
  return { uuid, sha256, stored, complete };
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

/** @returns the number of bytes stored, from the beginning */
function storePart(
  db: Kysely<Database>,
  { uuid, bytes: total }: AttachmentRow,
  { start, content }: { readonly start: number; readonly content: Uint8Array },
): Promise<number> {
  return transact(db, async (trx) => {
    const row = await trx
      .selectFrom('attachments')
      .select('has_content')
      .where('uuid', '=', uuid)
      .where('deleted', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new ApiFailure('not_found');
    if (row.has_content) return total;
    const stored = await countStoredBytes(trx, uuid);
    if (start !== stored || content.length === 0) return stored;
    if (start + content.length > total) throw new ApiFailure('key_reused');
    await trx
      .insertInto('attachment_parts')
      .values({ attachment_uuid: uuid, start, content })
      .execute();
    return stored + content.length;
  });
}

async function countStoredBytes(db: Kysely<Database>, uuid: string): Promise<number> {
  const last = await db
    .selectFrom('attachment_parts')
    .select(['start', (eb) => eb.fn<number>('octet_length', ['content']).as('length')])
    .where('attachment_uuid', '=', uuid)
    .orderBy('start', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ? last.start + last.length : 0;
}
