import { createHash } from 'node:crypto';
import { type FileParts } from '#schemas/api/call.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { readPhoto } from './read-photo.ts';

/** What a company's photos may take together, in bytes. */
export const COMPANY_QUOTA = 2_000_000_000;

/** What is answered: the photo as it was sent. */
interface Stored {
  readonly uuid: string;
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Keeps a photo, cleaned. The same photo sent again is kept once (F40).
 * Throws `hash_mismatch`, `key_reused` (another photo under its id), `unsupported_media`,
 * `payload_too_large` (too many pixels, or the company's quota is used up).
 */
export async function storePhoto(
  file: FileParts,
  actor: Actor,
  services: Services,
): Promise<Stored> {
  const uuid = (file.fields['uuid'] ?? '').toLowerCase();
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  if (sha256 !== file.fields['sha256']) throw new ApiFailure('hash_mismatch');
  const stored = { uuid, sha256, bytes: file.bytes.length };
  if (await isStored(stored, actor, services)) return stored;

  const photo = readPhoto(file.bytes);
  if (photo.kind === 'refused') {
    const tooLarge = photo.problem === 'too_many_pixels';
    throw new ApiFailure(tooLarge ? 'payload_too_large' : 'unsupported_media');
  }
  await checkQuota(actor.companyId, stored.bytes, services);
  const inserted = await services.db
    .insertInto('photos')
    .values({
      ...stored,
      company_id: actor.companyId,
      media_type: photo.mediaType,
      content: photo.content,
      created_at: new Date(services.clock.now()),
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .returning('uuid')
    .executeTakeFirst();
  // Another request with the same id was faster; it has to be the same photo.
  if (!inserted) await isStored(stored, actor, services);
  return stored;
}

/** Whether that very photo is there. Throws `key_reused` when its id belongs to another one. */
async function isStored(photo: Stored, actor: Actor, { db }: Services): Promise<boolean> {
  const row = await db
    .selectFrom('photos')
    .select(['company_id', 'sha256'])
    .where('uuid', '=', photo.uuid)
    .executeTakeFirst();
  if (!row) return false;
  if (row.company_id !== actor.companyId || row.sha256 !== photo.sha256) {
    throw new ApiFailure('key_reused');
  }
  return true;
}

async function checkQuota(companyId: string, bytes: number, { db }: Services): Promise<void> {
  const { used } = await db
    .selectFrom('photos')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('bytes'), eb.lit(0)).as('used'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (Number(used) + bytes > COMPANY_QUOTA) throw new ApiFailure('payload_too_large');
}
