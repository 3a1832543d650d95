import { type Kysely } from 'kysely';
import pLimit from 'p-limit';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type FileTable } from './file-store.ts';
import { storeFile } from './unreferenced-files.ts';

/** Ids read per query. */
const BATCH = 200;
/** Concurrent moves, of at most ten megabytes each. */
const AT_ONCE = 4;

type Mover = Pick<Services, 'db' | 'files' | 'clock' | 'logger'>;

/**
 * Moves a table's files from the database to the store, one by one; they stay readable throughout. May be
 * interrupted and
 * resumed, and run in several processes and while the server runs. Throws the store's errors; moved files stay
 * moved.
 * @param note called with the number moved so far, after each batch
 * @returns the number that this call moved
 */
export async function moveFiles(
  mover: Mover,
  table: FileTable,
  note: (moved: number) => void = () => undefined,
): Promise<number> {
  const limit = pLimit(AT_ONCE);
  let moved = 0;
  let uuids = await nextOnes(mover.db, table, null);
  while (uuids.length > 0) {
    try {
      const moves = uuids.map((uuid) => limit(() => moveFile(mover, table, uuid)));
      moved += (await Promise.all(moves)).filter(Boolean).length;
    } finally {
      // After a failure, don't start the remaining moves.
      limit.clearQueue();
    }
    note(moved);
    uuids = await nextOnes(mover.db, table, uuids.at(-1) ?? null);
  }
  return moved;
}

/** Next ids in order, so that moved files aren't read again. */
async function nextOnes(
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

/** @returns true if it was moved; false if it was deleted or moved by another process */
async function moveFile(mover: Mover, table: FileTable, uuid: string): Promise<boolean> {
  const file = await mover.db
    .selectFrom(table)
    .select(['company_id', 'content'])
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  if (file === undefined || file.content === null) return false;
  const owner = { table, companyId: file.company_id, uuid };
  return storeFile(owner, file.content, mover, async (placed, trx) => {
    const { numUpdatedRows } = await trx
      .updateTable(table)
      .set(placed)
      .where('uuid', '=', uuid)
      .where('content', 'is not', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
}
