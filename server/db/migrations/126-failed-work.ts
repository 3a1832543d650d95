import { type Kysely, sql } from 'kysely';

/**
 * Adds data for lists on the Today screen: failed messages by country, the last runs of jobs, and the operator's own
 * drafts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Null until the message fails, and for messages without a country, such as operators' codes.
  'alter table messages add column region_id integer',
  `create index messages_failed on messages (region_id, kind, about, given_up_for, failure, given_up_at, created_at)
    where failure is not null or given_up_at is not null`,
  `create table job_runs (
    job text primary key,
    succeeded_at timestamptz,
    failing_since timestamptz,
    failed_at timestamptz,
    failures integer not null default 0,
    failure text
  )`,
  // The operator's own drafts on the Today screen.
  `create index announcements_own_drafts on announcements (created_by, updated_at) where state = 'draft'`,
  `create index content_drafts_own on content_drafts (updated_by, updated_at)
    where content is not null and publish_at is null`,
];
