import { type Kysely, sql } from 'kysely';
import { type Database } from './tables.ts';

/**
 * Adds to what is counted under a key in a window of time.
 * @param start when the window began, in ms since 1970
 * @param by so much; less than nothing takes back
 * @returns how much the window has with it
 */
export async function incrementWindow(
  db: Kysely<Database>,
  key: string,
  start: number,
  by: number,
): Promise<number> {
  const { count } = await db
    .insertInto('rate_windows')
    .values({ key, window_start: new Date(start), count: by })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet({ count: sql<number>`rate_windows.count + ${by}` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  return count;
}
