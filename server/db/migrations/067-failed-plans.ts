import { type Kysely, sql } from 'kysely';

/** Why the last planned publication of a draft failed. Drafts have their table from a later number, so this is another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content_failed_plans (
    uuid uuid primary key,
    failed_at timestamptz not null,
    reason text not null
  )`.execute(db);
}
