import { type Kysely, type Transaction } from 'kysely';
import { HOUR_MS } from '#schemas/durations.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import {
  FileStoreUnavailableError,
  type FileTable,
  newFileKey,
  type StoredContent,
} from './file-store.ts';

/** Time allowed for writing a file's row: longer than any request or move. */
const ROW_TIMEOUT_MS = HOUR_MS;
/** Number of files deleted per run of the job. */
const BATCH = 200;

/** The row that a file belongs to. */
interface FileOwner {
  readonly table: FileTable;
  readonly companyId: string;
  readonly uuid: string;
}
type StoreServices = Pick<Services, 'db' | 'files' | 'clock'>;

/**
 * Stores a file's bytes before its row is written, so that a row never references missing bytes. If the process dies in
 * between, the sweep finds the bytes by the recorded key. Throws `FileStoreUnavailableError`.
 * @returns the columns for the row; call `markReferenced` when the row is written
 */
export async function storeContent(
  { table, companyId, uuid }: FileOwner,
  content: Uint8Array,
  { db, files, clock }: StoreServices,
): Promise<StoredContent> {
  const key = newFileKey(table, companyId, uuid);
  if (files.isOutsideDatabase)
    await insertUnreferencedKey(db, key, { now: clock.now(), givenUp: false });
  return files.put(key, content);
}

/**
 * Removes the recorded key of a file, in the transaction that writes the file's row. Throws
 * `FileStoreUnavailableError` if it is called so late that the sweep may have deleted the bytes.
 */
export async function markReferenced(
  { stored_as: key }: StoredContent,
  trx: Transaction<Database>,
): Promise<void> {
  if (key === null) return;
  const { numDeletedRows } = await trx
    .deleteFrom('unnamed_files')
    .where('key', '=', key)
    .where('given_up', '=', false)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return;
  throw new FileStoreUnavailableError(new Error('The file’s row was written too late.'));
}

/**
 * Stores a file's bytes and writes its row. Deletes the bytes again if the row isn't written, because another
 * request wrote it first.
 * Throws like `storeContent`, `markReferenced` and `write`; the bytes are then deleted by the sweep.
 * @param write writes the row in the transaction; returns false if it didn't
 * @returns true if the row was written
 */
export async function storeFile(
  owner: FileOwner,
  content: Uint8Array,
  store: StoreServices & Pick<Services, 'logger'>,
  write: (stored: StoredContent, trx: Transaction<Database>) => Promise<boolean>,
): Promise<boolean> {
  const storedContent = await storeContent(owner, content, store);
  const isWritten = await transact(store.db, async (trx) => {
    const isRowWritten = await write(storedContent, trx);
    if (isRowWritten) await markReferenced(storedContent, trx);
    return isRowWritten;
  });
  if (!isWritten) await deleteContent(storedContent.stored_as, store);
  return isWritten;
}

/**
 * Records, in the transaction that deletes the row, that its bytes can be deleted.
 * @param key the row's `stored_as`
 * @param now in milliseconds
 */
export async function markUnreferenced(
  key: string | null,
  trx: Transaction<Database>,
  now: number,
): Promise<void> {
  if (key !== null) await insertUnreferencedKey(trx, key, { now, givenUp: true });
}

/**
 * Deletes the bytes of a deleted row, after the commit.
 * @param key the row's `stored_as`; does nothing if null
 */
export async function deleteContent(
  key: string | null,
  { db, files, logger }: Pick<Services, 'db' | 'files' | 'logger'>,
): Promise<void> {
  if (key === null) return;
  try {
    await deleteFile(key, { db, files });
  } catch (error) {
    logger.warn({ err: error, key }, 'an unreferenced file will be deleted later');
  }
}

/**
 * Deletes files without a row: the row was deleted, or wasn't written within an hour. Can run in several processes
 * concurrently, and while files are being stored. Throws `FileStoreUnavailableError`; the next run deletes the rest.
 * @returns the number of deleted files
 */
export async function deleteUnreferencedFiles({
  db,
  files,
  clock,
}: StoreServices): Promise<number> {
  if (!files.isOutsideDatabase) return 0;
  // This is committed before anything is deleted, so that from now on, a row that is written too late is rejected.
  await db
    .updateTable('unnamed_files')
    .set({ given_up: true })
    .where('given_up', '=', false)
    .where('noted_at', '<', new Date(clock.now() - ROW_TIMEOUT_MS))
    .execute();
  const unreferencedFiles = await db
    .selectFrom('unnamed_files')
    .select('key')
    .where('given_up', '=', true)
    .orderBy('noted_at')
    .limit(BATCH)
    .execute();
  for (const { key } of unreferencedFiles) await deleteFile(key, { db, files });
  return unreferencedFiles.length;
}

/** Deletes the file before its key, because the file would never be found without the key. */
async function deleteFile(
  key: string,
  { db, files }: Pick<Services, 'db' | 'files'>,
): Promise<void> {
  await files.remove(key);
  await db.deleteFrom('unnamed_files').where('key', '=', key).execute();
}

async function insertUnreferencedKey(
  db: Kysely<Database>,
  key: string,
  { now, givenUp }: { now: number; givenUp: boolean },
): Promise<void> {
  const row = { key, noted_at: new Date(now), given_up: givenUp };
  await db.insertInto('unnamed_files').values(row).execute();
}
