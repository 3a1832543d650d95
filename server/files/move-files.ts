import { type Kysely } from 'kysely';
import pLimit from 'p-limit';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type FileTable } from './file-store.ts';
import { storeFile } from './unreferenced-files.ts';

/** Of so many the ids are read at once. */
const BATCH = 200;
/** So many are on their way at once, of ten megabytes each at most. */
const AT_ONCE = 4;

/** What a move needs of a server. */
type Mover = Pick<Services, 'db' | 'files' | 'clock' | 'logger'>;

/**
 * Puts the files of a table that are in the database into the store, one by one; each is readable all the while. May
 * be broken off and begun again, and done by several at once, while the server is at work.
 * @param note is told how many have been moved, a batch at a time
 * @returns how many this call has moved
 * Throws as the store does; what was moved until then stays moved.
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
      // Where one has failed the others need not be read for nothing.
      limit.clearQueue();
    }
    note(moved);
    uuids = await nextOnes(mover.db, table, uuids.at(-1) ?? null);
  }
  return moved;
}

/** In the order of their ids, so that what was moved is not read again. */
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

/** @returns whether it was moved; not where it is gone, or somebody else was faster */
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
