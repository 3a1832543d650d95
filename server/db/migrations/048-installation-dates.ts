import { type Kysely, sql } from 'kysely';

/** Adds installation dates to projects that don't come from a lead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column installation_date text`.execute(db);
}
