import { type Kysely, sql } from 'kysely';

/** Adds the ids of commented records that have no uuid: campaigns. `record_id` has a uuid derived from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table record_comments add column record_name text`.execute(db);
}
