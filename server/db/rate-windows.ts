import { type Kysely, sql } from 'kysely';
import { type Database } from './tables.ts';

/**
 * Changes a key's count in a time window.
 * @param start start of the window, in ms since 1970
 * @param delta change of the count; may be negative
 * @returns the new count
 */
export async function incrementWindow(
  db: Kysely<Database>,
  key: string,
  start: number,
  delta: number,
): Promise<number> {
  const { count } = await db
    .insertInto('rate_windows')
    .values({ key, window_start: new Date(start), count: delta })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet({ count: sql<number>`rate_windows.count + ${delta}` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}
