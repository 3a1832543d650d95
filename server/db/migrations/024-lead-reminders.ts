import { type Kysely, sql } from 'kysely';

/** The latest deadline that a lead's company was reminded of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leads add column reminded_for timestamptz`.execute(db);
}
