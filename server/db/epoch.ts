import { randomUUID } from 'node:crypto';
import { type Kysely } from 'kysely';
import { type Database } from './tables.ts';

/** The name of this database's history. Made by the first migration. */
export async function currentEpoch(db: Kysely<Database>): Promise<string> {
  const row = await db
    .selectFrom('server_state')
    .select('value')
    .where('key', '=', 'epoch')
    .executeTakeFirstOrThrow();
  return row.value;
}

/**
 * Begins a new history, so that every device compares all it has (F43). To be done once after a
 * restore from a backup, before the server starts again.
 * @returns the new epoch
 */
export async function renewEpoch(db: Kysely<Database>): Promise<string> {
  const epoch = randomUUID();
  await db.updateTable('server_state').set({ value: epoch }).where('key', '=', 'epoch').execute();
  return epoch;
}
