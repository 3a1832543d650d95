import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';

interface ContentRow {
  readonly content: Uint8Array | null;
  readonly stored_as: string | null;
}

/**
 * Reads a file's bytes from its row or the file store. Throws `FileStoreUnavailableError`, and `not_found` if
 * the store has lost them.
 */
export async function readContent(
  { content, stored_as }: ContentRow,
  { files, logger }: Pick<Services, 'files' | 'logger'>,
): Promise<Uint8Array> {
  if (content !== null) return content;
  const bytes = stored_as === null ? null : await files.get(stored_as);
  if (bytes !== null) return bytes;
  logger.error({ key: stored_as }, 'a file is missing from the file store');
  throw new ApiFailure('not_found');
}
