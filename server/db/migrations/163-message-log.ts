import { type Kysely, sql } from 'kysely';

/**
 * Logs emails and text messages to people for the timelines of records: subject, status and time, without texts or
 * addresses. Each message has the ids of the records that it is about. The previous server version sets no ids and logs
 * nothing.
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
