import { type Kysely, sql } from 'kysely';

/** Of which of its deadlines a lead's company was reminded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table leads add column reminded_for timestamptz`.execute(db);
}
