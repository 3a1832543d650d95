import { type Kysely, sql } from 'kysely';

/** Stores when a bulk job starts. Until then, an operator can undo a decision that can't be undone afterwards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bulk_jobs add column due_at timestamptz`.execute(db);
}
