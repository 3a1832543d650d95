import { type Kysely, type Transaction } from 'kysely';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import {
  FileStoreUnavailableError,
  type FileTable,
  newFileKey,
  type StoredContent,
} from './file-store.ts';

/** How long a file waits for its row: no request and no move lasts so long. */
const AWAITED_MS = 60 * 60_000;
/** So many are removed by one round of the job. */
const BATCH = 200;

/** Whose file it is. */
interface Owner {
  readonly table: FileTable;
  readonly companyId: string;
  readonly uuid: string;
}
type Store = Pick<Services, 'db' | 'files' | 'clock'>;

/**
 * Puts the bytes of a file where files are kept, before their row: what a row names is there. A process that dies
 * on the way leaves a note by which they are found.
 * @returns what their row has to have; `nameContent` says that it has it
 * Throws `FileStoreUnavailableError`.
 */
export async function storeContent(
  { table, companyId, uuid }: Owner,
  content: Uint8Array,
  { db, files, clock }: Store,
): Promise<StoredContent> {
  const key = newFileKey(table, companyId, uuid);
  if (files.hasKeys) await note(db, key, { now: clock.now(), givenUp: false });
  return files.put(key, content);
}

/**
 * Says, in the transaction that writes the row, that the row names its bytes. Throws `FileStoreUnavailableError`
 * where it took so long that they may have been removed.
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
  throw new FileStoreUnavailableError(new Error('The row of a file came too late.'));
}

/**
 * Puts the bytes of a file where files are kept, and has the row that names them written. Where it is not written, since
 * somebody else was faster, the bytes go again.
 * @param write writes the row in the transaction, and tells whether it did
 * @returns whether it was written
 * Throws as `placeContent`, `nameContent` and `write`; the bytes are swept then.
 */
export async function storeFile(
  owner: Owner,
  content: Uint8Array,
  store: Store & Pick<Services, 'logger'>,
  write: (placed: StoredContent, trx: Transaction<Database>) => Promise<boolean>,
): Promise<boolean> {
  const placed = await storeContent(owner, content, store);
  const isWritten = await transact(store.db, async (trx) => {
    const done = await write(placed, trx);
    if (done) await markReferenced(placed, trx);
    return done;
  });
  if (!isWritten) await deleteContent(placed.stored_as, store);
  return isWritten;
}

/**
 * Says, in the transaction that deletes the row, that no row names its bytes any more.
 * @param key what `stored_as` was
 * @param now in milliseconds
 */
export async function markUnreferenced(
  key: string | null,
  trx: Transaction<Database>,
  now: number,
): Promise<void> {
  if (key !== null) await note(trx, key, { now, givenUp: true });
}

/**
 * Removes what no row names, once that is committed.
 * @param key null for nothing
 */
export async function deleteContent(
  key: string | null,
  { db, files, logger }: Pick<Services, 'db' | 'files' | 'logger'>,
): Promise<void> {
  if (key === null) return;
  try {
    await remove(key, { db, files });
  } catch (error) {
    logger.warn({ err: error, key }, 'a file that nothing names is removed later');
  }
}

/**
 * Removes what no row names any more, and what has waited for its row for an hour. Safe when several processes do it
 * at once, and while others write.
 * @returns how many files
 * Throws `FileStoreUnavailableError`; the rest waits for the next round.
 */
export async function deleteUnreferencedFiles({ db, files, clock }: Store): Promise<number> {
  if (!files.hasKeys) return 0;
  // Committed before anything is removed: a row that is still to come is refused from here on.
  await db
    .updateTable('unnamed_files')
    .set({ given_up: true })
    .where('given_up', '=', false)
    .where('noted_at', '<', new Date(clock.now() - AWAITED_MS))
    .execute();
  const unnamed = await db
    .selectFrom('unnamed_files')
    .select('key')
    .where('given_up', '=', true)
    .orderBy('noted_at')
    .limit(BATCH)
    .execute();
  for (const { key } of unnamed) await remove(key, { db, files });
  return unnamed.length;
}

/** The bytes before the note: without it nothing would find them. */
async function remove(key: string, { db, files }: Pick<Services, 'db' | 'files'>): Promise<void> {
  await files.remove(key);
  await db.deleteFrom('unnamed_files').where('key', '=', key).execute();
}

async function note(
  db: Kysely<Database>,
  key: string,
  { now, givenUp }: { now: number; givenUp: boolean },
): Promise<void> {
  const row = { key, noted_at: new Date(now), given_up: givenUp };
  await db.insertInto('unnamed_files').values(row).execute();
}
