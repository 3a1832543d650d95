import { type Kysely, sql } from 'kysely';

/**
 * Adds an index for the chats that were started in a period, to which reports link. They were found by reading all of
 * a country's chats.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index support_chats_started on support_chats (region_id, created_at, uuid)
    include (status, assigned_to) where not deleted`.execute(db);
}
