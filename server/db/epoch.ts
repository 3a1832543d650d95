import { randomUUID } from 'node:crypto';
import { type Kysely } from 'kysely';
import { transact } from './database.ts';
import { type Database } from './tables.ts';

/** Id of this database's history, created by the first migration. */
export async function getEpoch(db: Kysely<Database>): Promise<string> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** Operator name for changes made directly on the database. */
const DATABASE_OPERATOR = 'database';

/**
 * Starts a new epoch, so that every device compares all its data (F43). Run once after restoring a backup,
 * before the server starts. Recorded as an operator action.
 * @param now in milliseconds
 * @returns the new epoch
 */
export async function renewEpoch(db: Kysely<Database>, now: number): Promise<string> {
  const epoch = randomUUID();
  await transact(db, async (trx) => {
    await trx
      .updateTable('server_state')
      .set({ value: epoch })
      .where('key', '=', 'epoch')
      .execute();
    const action = { operator: DATABASE_OPERATOR, command: 'new-epoch', words: [epoch] };
    await trx
      .insertInto('operator_acts')
      .values({
        ...action,
        uuid: randomUUID(),
        at: new Date(now),
        why: 'A backup was restored.',
        outcome: 'done',
      })
      .execute();
  });
  return epoch;
}
