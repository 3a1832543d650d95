import { type Kysely, sql } from 'kysely';

/** The deadline that a lead's company was last reminded of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leads add column reminded_for timestamptz`.execute(db);
}
