import { type Kysely, sql } from 'kysely';

/** Reason why a draft's latest planned publication failed. A separate table, because the drafts' table has a later migration number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content_failed_plans (
    uuid uuid primary key,
    failed_at timestamptz not null,
    reason text not null
  )`.execute(db);
}
