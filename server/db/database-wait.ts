import { type Kysely, sql } from 'kysely';
import { type Database } from './tables.ts';

/**
 * Measures how long an installer's query would currently wait for a connection, the database and this process.
 * @returns milliseconds
 */
export async function measureDatabaseWait(db: Kysely<Database>): Promise<number> {
  const startedAt = performance.now();
  await sql`select 1`.execute(db);
  return performance.now() - startedAt;
}
