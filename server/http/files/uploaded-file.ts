import { randomUUID } from 'node:crypto';
import { type FileParts } from '#schemas/api/call.ts';
import { type Services } from '#server/services.ts';
import { ApiFailure } from '../failure.ts';
import { type Actor } from '../handler.ts';

/** What a file that somebody sends is known by. */
export interface UploadedFile {
  readonly uuid: string;
  /** Lower-case hex. */
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Reads what a file is known by, beside the one thread that serves all others: ten megabytes take a while.
 * Throws `hash_mismatch` when it is not the file that was meant.
 */
export async function identifyFile({ bytes, fields }: FileParts): Promise<UploadedFile> {
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
  const { uuid = randomUUID(), sha256: meant = sha256 } = fields;
  if (sha256 !== meant) throw new ApiFailure('hash_mismatch');
  return { uuid: uuid.toLowerCase(), sha256, bytes: bytes.length };
}

/** What stands under the id of a file that is sent (F40). */
interface StoredFile {
  readonly company_id: string;
  readonly sha256: string;
}

/** Throws `key_reused` unless what stands under its id is that very file of that company. */
export function requireSameFile(
  standing: StoredFile,
  file: UploadedFile,
  { companyId }: Actor,
): void {
  const isSame = standing.company_id === companyId && standing.sha256 === file.sha256;
  if (!isSame) throw new ApiFailure('key_reused');
}

/**
 * Throws `payload_too_large` when a company would have more than it may.
 * @param quota what its files in this table may take together, in bytes
 */
export async function requireQuota(
  table: 'photos' | 'order_files',
  quota: number,
  file: UploadedFile,
  { companyId }: Actor,
  { db }: Services,
): Promise<void> {
  const { used } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('bytes'), eb.lit(0)).as('used'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (Number(used) + file.bytes > quota) throw new ApiFailure('payload_too_large');
}
