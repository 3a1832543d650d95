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
interface StoredOrderFile {
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
): Promise<StoredOrderFile> {
  if (!hasShop(actor)) throw new ApiFailure('forbidden');
  const upload = await identifyFile(file);
  const existingFile = await findStoredFile(upload, actor, services);
  if (existingFile) return existingFile;

  const kind = fileKind(file.bytes);
  const content = kind && stripMetadata(file.bytes, kind.mediaType);
  if (!kind || !content) throw new ApiFailure('unsupported_media');
  await requireQuota('order_files', MAX_COMPANY_FILES_BYTES, upload, actor, services);
  const owner = { table: 'order_files', companyId: actor.companyId, uuid: upload.uuid } as const;
  const name = toSafeFileName(file.fields['name'] ?? '', kind);
  await storeFile(owner, content, services, async (storedContent, trx) => {
    const row = await trx
      .insertInto('order_files')
      .values({
        ...upload,
        company_id: actor.companyId,
        media_type: kind.mediaType,
        name,
        ...storedContent,
        created_at: new Date(services.clock.now()),
      })
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .returning('uuid')
      .executeTakeFirst();
    return row !== undefined;
  });
  // Another request may have stored this id first; it must be the same file of the same company.
  const storedFile = await findStoredFile(upload, actor, services);
  if (!storedFile) throw new Error('The file that was just stored is missing.');
  return storedFile;
}

/**
 * Returns the stored file if it is identical, null if the id is unused. Throws `key_reused` if
 * another file has the id.
 */
async function findStoredFile(
  file: UploadedFile,
  actor: Actor,
  { db }: Services,
): Promise<StoredOrderFile | null> {
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
function stripMetadata(bytes: Uint8Array<ArrayBuffer>, mediaType: string): Uint8Array | null {
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

/** Returns a safe file name: no path, no quotes, and an extension that matches the content. */
export function toSafeFileName(name: string, { extensions }: FileKind): string {
  const safeName = name
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cf}]/gu, '')
    .replace(/^[.\s]+/, '')
    .trim();
  const extension = /\.([a-z0-9]{1,5})$/i.exec(safeName)?.[1]?.toLowerCase() ?? '';
  const stem =
    (extension === '' ? safeName : safeName.slice(0, -extension.length - 1)).slice(0, 100) ||
    'file';
  return `${stem}.${extensions.includes(extension) ? extension : extensions[0]}`;
}
