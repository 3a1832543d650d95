import { type Kysely, sql } from 'kysely';

/** Adds imports of CSV files to the console: uploaded parts, a validation, and the import itself in steps. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table imports (
    uuid uuid primary key,
    kind text not null,
    region_id integer,
    file_name text not null,
    bytes integer not null,
    state text not null,
    phase text,
    rev integer not null default 0,
    created_by uuid not null references operators (id),
    created_at timestamptz not null,
    run_by uuid not null references operators (id),
    session_id uuid,
    why text not null,
    separator text,
    columns jsonb,
    steps integer not null default 0,
    attempts integer not null default 0,
    position integer not null default 0,
    line integer not null default 0,
    resume_after text,
    checked_rows integer not null default 0,
    checked_new integer not null default 0,
    checked_known integer not null default 0,
    checked_rejected integer not null default 0,
    applied_rows integer not null default 0,
    applied_new integer not null default 0,
    applied_known integer not null default 0,
    applied_rejected integer not null default 0,
    taken_back integer not null default 0,
    kept integer not null default 0,
    problem text,
    finished_at timestamptz
  )`,
  'create index imports_list on imports (created_at, uuid)',
  `create index imports_running on imports (steps, created_at)
    where state in ('checking', 'applying', 'taking_back')`,
  `create table import_parts (
    import_uuid uuid not null references imports (uuid) on delete cascade,
    number integer not null,
    sha256 text not null,
    content bytea not null,
    primary key (import_uuid, number)
  )`,
  // Steps read slices of a part, which compression would slow down.
  'alter table import_parts alter column content set storage external',
  `create table import_rejects (
    import_uuid uuid not null references imports (uuid) on delete cascade,
    phase text not null,
    line integer not null,
    problem text not null,
    reason text not null,
    fields text[] not null,
    primary key (import_uuid, phase, line)
  )`,
  // Hashes of a file's rows that the validation has read: a later row with the same key isn't new.
  `create table import_keys (
    import_uuid uuid not null references imports (uuid) on delete cascade,
    key uuid not null,
    digest uuid not null,
    primary key (import_uuid, key)
  )`,
  'alter table registry add column import_uuid uuid',
  `create index registry_import on registry (import_uuid, code) where import_uuid is not null`,
];
