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

/** Storage quota for a company's photos, in bytes. */
export const MAX_COMPANY_PHOTOS_BYTES = 2_000_000_000;

/**
 * Stores a photo without its location and device metadata. Idempotent (F40). Returns the id, hash and size of the
 * uploaded file. Throws `hash_mismatch`, `key_reused` (different photo with the same id), `unsupported_media` and
 * `payload_too_large` (too many pixels, or quota exceeded).
 */
export async function storePhoto(
  file: FileParts,
  actor: Actor,
  services: Services,
): Promise<UploadedFile> {
  const upload = await identifyFile(file);
  if (await isStored(upload, actor, services)) return upload;

  const photo = readPhoto(file.bytes);
  if (photo.kind === 'rejected') {
    const isTooLarge = photo.problem === 'too_many_pixels';
    throw new ApiFailure(isTooLarge ? 'payload_too_large' : 'unsupported_media');
  }
  await requireQuota('photos', MAX_COMPANY_PHOTOS_BYTES, upload, actor, services);
  const owner = { table: 'photos', companyId: actor.companyId, uuid: upload.uuid } as const;
  const isWritten = await storeFile(owner, photo.content, services, async (storedContent, trx) => {
    const row = await trx
      .insertInto('photos')
      .values({
        ...upload,
        company_id: actor.companyId,
        media_type: photo.mediaType,
        ...storedContent,
        created_at: new Date(services.clock.now()),
      })
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .returning('uuid')
      .executeTakeFirst();
    return row !== undefined;
  });
  // Another request has stored a photo under this id first. It must be the same photo.
  if (!isWritten) await isStored(upload, actor, services);
  return upload;
}

/** True if this photo is already stored. Throws `key_reused` if another photo has the id. */
async function isStored(photo: UploadedFile, actor: Actor, { db }: Services): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select(['company_id', 'sha256'])
    .where('uuid', '=', photo.uuid)
    .executeTakeFirst();
  if (row) requireSameFile(row, photo, actor);
  return row !== undefined;
}
