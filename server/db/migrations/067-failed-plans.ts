import { type Kysely, sql } from 'kysely';

/**
 * Stores the reason why a draft's latest planned publication failed. This needs a separate table, because the drafts'
 * table is created by a later migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content_failed_plans (
    uuid uuid primary key,
    failed_at timestamptz not null,
    reason text not null
  )`.execute(db);
}
