import { type Kysely, sql } from 'kysely';

/**
 * Emails and text messages to people, for the timelines of records: subject, status and time, without texts or
 * addresses. A message names the records that it is about; a previous version of the server names none and logs nothing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `alter table messages add column record_ids uuid[] not null default '{}'`,
  `create table message_log (
    uuid uuid primary key,
    kind text not null,
    about text not null,
    installer_id uuid references installers (id) on delete cascade,
    record_ids uuid[] not null default '{}',
    at timestamptz not null,
    status text not null
  )`,
  'create index message_log_person on message_log (installer_id, at)',
  `create index message_log_records on message_log using gin (record_ids) where record_ids <> '{}'`,
  'create index message_log_at on message_log (at)',
];
