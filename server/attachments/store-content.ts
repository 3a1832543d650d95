import { HANDOVER_MEDIA_TYPE } from '#schemas/attachment.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { storeFile } from '../files/unreferenced-files.ts';
import { tryMakeDocument } from '../handover/make-document.ts';
import { recordHandover } from '../handover/record-handover.ts';
import { ApiFailure } from '../http/failure.ts';
import { concatBytes } from '../photos/photo-result.ts';
import { readPhoto } from '../photos/read-photo.ts';
import { type Services } from '../services.ts';
import { attachmentColumns, type AttachmentRow } from './attachment-row.ts';

/**
 * Checks an attachment's complete content, and stores it without its metadata. Does nothing if the content is
 * already stored.
 */
export async function storeContent(services: Services, attachment: AttachmentRow): Promise<void> {
  const { uuid, company_id: companyId } = attachment;
  const parts = await services.db
    .selectFrom('attachment_parts')
    .select('content')
    .where('attachment_uuid', '=', uuid)
    .orderBy('start')
    .execute();
  // No parts are left if another request has already stored the whole content.
  if (parts.length === 0) return;
  const receivedBytes = concatBytes(parts.map(({ content }) => content));
  const content = await readAttachment(receivedBytes, attachment).catch(async (error: unknown) => {
    // The parts are deleted, so that the client uploads the content again from the start.
    await services.db.deleteFrom('attachment_parts').where('attachment_uuid', '=', uuid).execute();
    throw error;
  });
  const owner = { table: 'attachments', companyId, uuid } as const;
  const isStored = await storeFile(owner, content, services, async (storedContent, trx) => {
    await lockCompany(trx, companyId);
    const row = await trx
      .updateTable('attachments')
      // `updated_at` is the time of the last edit: after a restore, phones use it to find the newest version.
      .set({ ...storedContent, has_content: true })
      .where('uuid', '=', uuid)
      .where('deleted', '=', false)
      .where('has_content', '=', false)
      .returning(attachmentColumns)
      .executeTakeFirst();
    if (!row) return false;
    await trx
      .updateTable('attachments')
      .set({ rev: await nextRev(trx, companyId) })
      .where('uuid', '=', uuid)
      .execute();
    await trx.deleteFrom('attachment_parts').where('attachment_uuid', '=', uuid).execute();
    if (row.kind === 'signature') await recordHandover(row, content, trx, services);
    return true;
  });
  if (isStored && attachment.kind === 'signature') await tryMakeDocument(uuid, services);
}

const PDF_SIGNATURE = '%PDF-';

/** Returns the content without its metadata. Throws if it isn't the announced file, or doesn't match its type. */
async function readAttachment(
  receivedBytes: Uint8Array<ArrayBuffer>,
  { sha256, media_type }: AttachmentRow,
): Promise<Uint8Array> {
  const digest = await crypto.subtle.digest('SHA-256', receivedBytes);
  if (Buffer.from(digest).toString('hex') !== sha256) throw new ApiFailure('hash_mismatch');
  if (media_type === HANDOVER_MEDIA_TYPE) {
    if (!isJson(receivedBytes)) throw new ApiFailure('unsupported_media');
    return receivedBytes;
  }
  if (media_type === 'application/pdf') {
    const start = Buffer.from(receivedBytes.subarray(0, PDF_SIGNATURE.length)).toString('latin1');
    if (start !== PDF_SIGNATURE) throw new ApiFailure('unsupported_media');
    return receivedBytes;
  }
  const photo = readPhoto(receivedBytes);
  if (photo.kind === 'photo') {
    if (photo.mediaType !== media_type) throw new ApiFailure('unsupported_media');
    return photo.content;
  }
  const isTooLarge = photo.problem === 'too_many_pixels';
  throw new ApiFailure(isTooLarge ? 'payload_too_large' : 'unsupported_media');
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}
