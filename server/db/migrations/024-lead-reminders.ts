import { type Kysely, sql } from 'kysely';

/** Adds the latest deadline about which a lead's company was reminded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leads add column reminded_for timestamptz`.execute(db);
}
