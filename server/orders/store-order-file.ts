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
import { readPhoto } from '../photos/read-photo.ts';
import { type Services } from '../services.ts';
import { hasShop } from '../shop/has-shop.ts';
import { stripPsdMetadata } from './strip-psd-metadata.ts';
import { stripTiffMetadata } from './strip-tiff-metadata.ts';
import { type FileKind, detectFileKind } from '#schemas/order-file-kind.ts';

/** Storage quota for a company's order files, in bytes. */
export const MAX_COMPANY_FILES_BYTES = 500_000_000;

/** A stored file with its sanitised name. */
interface KeptFile {
  readonly uuid: string;
  readonly name: string;
  readonly bytes: number;
}

/**
 * Stores a file for an order. Strips camera metadata from images; drawings and archives are stored
 * unchanged and never opened. Idempotent.
 * Throws `hash_mismatch`, `key_reused` (different file with the same id), `unsupported_media`,
 * `payload_too_large` (quota exceeded).
 */
export async function storeOrderFile(
  file: FileParts,
  actor: Actor,
  services: Services,
): Promise<KeptFile> {
  if (!hasShop(actor)) throw new ApiFailure('forbidden');
  const sent = await identifyFile(file);
  const kept = await findKept(sent, actor, services);
  if (kept) return kept;

  const kind = fileKind(file.bytes);
  const content = kind && cleaned(file.bytes, kind.mediaType);
  if (!kind || !content) throw new ApiFailure('unsupported_media');
  await requireQuota('order_files', MAX_COMPANY_FILES_BYTES, sent, actor, services);
  const owner = { table: 'order_files', companyId: actor.companyId, uuid: sent.uuid } as const;
  const name = safeFileName(file.fields['name'] ?? '', kind);
  await storeFile(owner, content, services, async (placed, trx) => {
    const row = await trx
      .insertInto('order_files')
      .values({
        ...sent,
        company_id: actor.companyId,
        media_type: kind.mediaType,
        name,
        ...placed,
        created_at: new Date(services.clock.now()),
      })
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .returning('uuid')
      .executeTakeFirst();
    return row !== undefined;
  });
  // Another request may have stored this id first; it must be the same file of the same company.
  const first = await findKept(sent, actor, services);
  if (!first) throw new Error('A file that was just kept is not there.');
  return first;
}

/**
 * Returns the stored file if it is identical, null if the id is unused. Throws `key_reused` if
 * another file has the id.
 */
async function findKept(
  file: UploadedFile,
  actor: Actor,
  { db }: Services,
): Promise<KeptFile | null> {
  const row = await db
    .selectFrom('order_files')
    .select(['company_id', 'sha256', 'name', 'bytes'])
    .where('uuid', '=', file.uuid)
    .executeTakeFirst();
  if (!row) return null;
  requireSameFile(row, file, actor);
  return { uuid: file.uuid, name: row.name, bytes: row.bytes };
}

/** Strips location and device metadata from an image; null if it isn't a valid image. */
function cleaned(bytes: Uint8Array<ArrayBuffer>, mediaType: string): Uint8Array | null {
  switch (mediaType) {
    case 'image/jpeg':
    case 'image/png': {
      const photo = readPhoto(bytes);
      return photo.kind === 'photo' ? photo.content : null;
    }
    case 'image/tiff':
      return stripTiffMetadata(bytes);
    case 'image/vnd.adobe.photoshop':
      return stripPsdMetadata(bytes);
    default:
      return bytes;
  }
}

/** Detects the file type by content (security 16); null if it isn't allowed. Never throws. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  return detectFileKind(bytes);
}

/** A safe file name: no path, no quotes, and an extension that matches the content. */
export function safeFileName(name: string, { endings }: FileKind): string {
  const bare = name
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const ending = /\.([a-z0-9]{1,5})$/i.exec(bare)?.[1]?.toLowerCase() ?? '';
  const stem = (ending === '' ? bare : bare.slice(0, -ending.length - 1)).slice(0, 100) || 'file';
  return `${stem}.${endings.includes(ending) ? ending : endings[0]}`;
}
