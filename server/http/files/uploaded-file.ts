import { randomUUID } from 'node:crypto';
import { type FileParts } from '#schemas/api/call.ts';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';

/** Identity of an uploaded file. */
export interface UploadedFile {
  readonly uuid: string;
  /** Hash of the content, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Hashes a file off the main thread, because ten megabytes take a while. Throws `hash_mismatch` if the hash differs
 * from the declared one.
 */
export async function identifyFile({ bytes, fields }: FileParts): Promise<UploadedFile> {
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
  const { uuid = randomUUID(), sha256: declaredHash = sha256 } = fields;
  if (sha256 !== declaredHash) throw new ApiFailure('hash_mismatch');
  return { uuid: uuid.toLowerCase(), sha256, bytes: bytes.length };
}

/** The file that is already stored under this id (F40). */
interface StoredFile {
  readonly company_id: string;
  readonly sha256: string;
}

/** Throws `key_reused` unless the stored file is the same, and belongs to the same company. */
export function requireSameFile(
  storedFile: StoredFile,
  file: UploadedFile,
  { companyId }: Actor,
): void {
  const isSame = storedFile.company_id === companyId && storedFile.sha256 === file.sha256;
  if (!isSame) throw new ApiFailure('key_reused');
}

/**
 * Throws `payload_too_large` if the file would exceed the company's quota.
 * @param quota maximum total bytes of the company's files in this table
 */
export async function requireQuota(
  table: 'photos' | 'order_files',
  quota: number,
  file: UploadedFile,
  { companyId }: Actor,
  { db }: Services,
): Promise<void> {
  const { used: usedBytes } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('bytes'), eb.lit(0)).as('used'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (Number(usedBytes) + file.bytes > quota) throw new ApiFailure('payload_too_large');
}
