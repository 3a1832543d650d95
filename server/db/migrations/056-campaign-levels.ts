import { type Kysely, sql } from 'kysely';

/** The company's level at the time of the scan, by which a campaign for some levels was decided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scans add column campaign_level integer`.execute(db);
}
