import { type FileParts } from '#schemas/api/call.ts';
import { storeFile } from '../files/unreferenced-files.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import {
  requireQuota,
  identifyFile,
  requireSameFile,
  type UploadedFile,
} from '../http/files/uploaded-file.ts';
import { type Services } from '../services.ts';
import { readPhoto } from './read-photo.ts';

/** What a company's photos may take together, in bytes. */
export const MAX_COMPANY_PHOTOS_BYTES = 2_000_000_000;

/**
 * Keeps a photo, cleaned. The same photo sent again is kept once (F40). Answers the photo as it was sent.
 * Throws `hash_mismatch`, `key_reused` (another photo under its id), `unsupported_media`,
 * `payload_too_large` (too many pixels, or the company's quota is used up).
 */
export async function storePhoto(
  file: FileParts,
  actor: Actor,
  services: Services,
): Promise<UploadedFile> {
  const sent = await identifyFile(file);
  if (await isStored(sent, actor, services)) return sent;

  const photo = readPhoto(file.bytes);
  if (photo.kind === 'refused') {
    const tooLarge = photo.problem === 'too_many_pixels';
    throw new ApiFailure(tooLarge ? 'payload_too_large' : 'unsupported_media');
  }
  await requireQuota('photos', MAX_COMPANY_PHOTOS_BYTES, sent, actor, services);
  const owner = { table: 'photos', companyId: actor.companyId, uuid: sent.uuid } as const;
  const isFirst = await storeFile(owner, photo.content, services, async (placed, trx) => {
    const row = await trx
      .insertInto('photos')
      .values({
        ...sent,
        company_id: actor.companyId,
        media_type: photo.mediaType,
        ...placed,
        created_at: new Date(services.clock.now()),
      })
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .returning('uuid')
      .executeTakeFirst();
    return row !== undefined;
  });
  // Another request with the same id was faster; it has to be the same photo.
  if (!isFirst) await isStored(sent, actor, services);
  return sent;
}

/** Whether that very photo is there. Throws `key_reused` when its id belongs to another one. */
async function isStored(photo: UploadedFile, actor: Actor, { db }: Services): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select(['company_id', 'sha256'])
    .where('uuid', '=', photo.uuid)
    .executeTakeFirst();
  if (row) requireSameFile(row, photo, actor);
  return row !== undefined;
}
