import { type Kysely } from 'kysely';
import pLimit from 'p-limit';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type FileTable } from './file-store.ts';
import { storeFile } from './unreferenced-files.ts';

/** Ids read per query. */
const BATCH = 200;
/** Maximum number of concurrent moves. Each file has at most ten megabytes. */
const CONCURRENCY = 4;

type MoveServices = Pick<Services, 'db' | 'files' | 'clock' | 'logger'>;

/**
 * Moves a table's files from the database to the store. All files stay readable throughout. Can be interrupted and
 * resumed, and can run in several processes and while the server runs. Throws the store's errors; files that were moved
 * before the error stay in the store.
 * @param onProgress called after each batch with the number of files moved so far
 * @returns the number of files that this call moved
 */
export async function moveFiles(
  services: MoveServices,
  table: FileTable,
  onProgress: (movedCount: number) => void = () => undefined,
): Promise<number> {
  const limit = pLimit(CONCURRENCY);
  let movedCount = 0;
  let uuids = await loadNextIds(services.db, table, null);
  while (uuids.length > 0) {
    try {
      const moves = uuids.map((uuid) => limit(() => moveFile(services, table, uuid)));
      movedCount += (await Promise.all(moves)).filter(Boolean).length;
    } finally {
      // After a failure, don't start the remaining moves.
      limit.clearQueue();
    }
    onProgress(movedCount);
    uuids = await loadNextIds(services.db, table, uuids.at(-1) ?? null);
  }
  return movedCount;
}

/** Loads the next ids in order, so that moved files aren't read again. */
async function loadNextIds(
  db: Kysely<Database>,
  table: FileTable,
  after: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('uuid')
    .where('content', 'is not', null)
    .$if(after !== null, (query) => query.where('uuid', '>', after))
    .orderBy('uuid')
    .limit(BATCH)
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** @returns true if the file was moved; false if it has been deleted, or moved by another process */
async function moveFile(services: MoveServices, table: FileTable, uuid: string): Promise<boolean> {
  const file = await services.db
    .selectFrom(table)
    .select(['company_id', 'content'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (file === undefined || file.content === null) return false;
  const owner = { table, companyId: file.company_id, uuid };
  return storeFile(owner, file.content, services, async (storedContent, trx) => {
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set(storedContent)
      .where('uuid', '=', uuid)
      .where('content', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
