import { type Kysely, sql } from 'kysely';

/** Stores the company's level at the time of the scan, for campaigns restricted to some levels. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scans add column campaign_level integer`.execute(db);
}
