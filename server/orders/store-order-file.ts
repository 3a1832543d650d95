import { createHash } from 'node:crypto';
import { type FileParts } from '#schemas/api/call.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';
import { readPhoto } from '../photos/read-photo.ts';
import { type Services } from '../services.ts';
import { hasShop } from '../shop/has-shop.ts';
import { fileKind, savedName } from './file-kind.ts';

/** What a company's files may take together, in bytes. */
export const COMPANY_FILES_QUOTA = 500_000_000;

/**
 * Keeps a file for an order: pictures without what the camera wrote, everything else as it came. It is
 * never opened or unpacked here. The same file sent again is kept once.
 * Throws `hash_mismatch`, `key_reused` (another file under its id), `unsupported_media`,
 * `payload_too_large` (the company's quota is used up).
 */
export async function storeOrderFile(file: FileParts, actor: Actor, services: Services) {
  if (!hasShop(actor)) throw new ApiFailure('forbidden');
  const uuid = (file.fields['uuid'] ?? '').toLowerCase();
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  if (sha256 !== file.fields['sha256']) throw new ApiFailure('hash_mismatch');
  const kind = fileKind(file.bytes);
  const content = kind && cleaned(file.bytes, kind.mediaType);
  if (!kind || !content) throw new ApiFailure('unsupported_media');
  await checkQuota(actor.companyId, file.bytes.length, services);
  const name = savedName(file.fields['name'] ?? '', kind);
  await services.db
    .insertInto('order_files')
    .values({
      uuid,
      company_id: actor.companyId,
      sha256,
      bytes: file.bytes.length,
      media_type: kind.mediaType,
      name,
      content,
      created_at: new Date(services.clock.now()),
    })
    .onConflict((conflict) => conflict.column('uuid').doNothing())
    .execute();
  // Whoever was first under this id: it has to be the same file of the same company.
  const kept = await services.db
    .selectFrom('order_files')
    .select(['company_id', 'sha256', 'name', 'bytes'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  if (kept.company_id !== actor.companyId || kept.sha256 !== sha256) {
    throw new ApiFailure('key_reused');
  }
  return { uuid, name: kept.name, bytes: kept.bytes };
}

/** A photograph without its notes about place and device; null where it is none inside. */
function cleaned(bytes: Uint8Array<ArrayBuffer>, mediaType: string): Uint8Array | null {
  if (mediaType !== 'image/jpeg' && mediaType !== 'image/png') return bytes;
  const photo = readPhoto(bytes);
  return photo.kind === 'photo' ? photo.content : null;
}

async function checkQuota(companyId: string, bytes: number, { db }: Services): Promise<void> {
  const { used } = await db
    .selectFrom('order_files')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('bytes'), eb.lit(0)).as('used'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (Number(used) + bytes > COMPANY_FILES_QUOTA) throw new ApiFailure('payload_too_large');
}
