import { type Kysely, sql } from 'kysely';

/** Adds links that other calendars use to read a person's installations. Only the hash of a link's secret is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table calendar_feeds (
    installer_id uuid primary key references installers (id) on delete cascade,
    secret_hash text not null unique,
    created_at timestamptz not null,
    fetched_at timestamptz,
    content_hash text,
    changed_at timestamptz
  )`.execute(db);
}
