import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';

/**
 * The messages that nobody will get, the newest first, a line for each: when it was given up, what it was, why, and
 * what the last try failed with. What it said and to whom is kept no longer.
 */
export async function listGivenUpMessages(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['kind', 'about', 'given_up_at', 'given_up_for', 'failure'])
    .where('given_up_at', 'is not', null)
    .orderBy('given_up_at', 'desc')
    .execute();
  return rows.map(({ kind, about, given_up_at, given_up_for, failure }) =>
    [given_up_at?.toISOString(), kind, about, given_up_for, failure ?? '-'].join('  '),
  );
}
