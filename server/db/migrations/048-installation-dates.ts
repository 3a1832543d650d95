import { type Kysely, sql } from 'kysely';

/** Installation dates of projects that aren't from a lead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add column installation_date text`.execute(db);
}
