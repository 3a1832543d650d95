import { type Kysely, sql } from 'kysely';

/** Adds a table of uncaught errors that devices report. */
const statements = [
  `create table device_errors (
    fingerprint text primary key,
    version text not null,
    kind text not null,
    code text,
    frames text[] not null,
    first_seen timestamptz not null,
    last_seen timestamptz not null,
    count integer not null,
    sample jsonb not null
  )`,
  'create index device_errors_last_seen on device_errors (last_seen)',
  'create index device_errors_kept on device_errors (version, count desc, last_seen desc)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
