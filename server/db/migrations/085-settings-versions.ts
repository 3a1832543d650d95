import { type Kysely, sql } from 'kysely';

/**
 * Adds versions of a country's settings, each with the time when it takes effect. Once in effect, a version never
 * changes. `region_settings` contains the current values.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table settings_versions (
    uuid uuid primary key,
    seq bigint generated always as identity,
    region_id integer not null,
    state text not null check (state in ('planned', 'active', 'cancelled')),
    source text not null check (source in ('console', 'setup')),
    starts_at timestamptz not null,
    changes jsonb not null,
    before jsonb not null,
    created_by uuid,
    created_at timestamptz not null
  )`,
  'create index settings_versions_list on settings_versions (region_id, starts_at, uuid)',
  `create index settings_versions_planned on settings_versions (starts_at) where state = 'planned'`,
  `create function keep_settings_versions() returns trigger language plpgsql as $$
  begin
    raise exception 'A version of settings that has taken effect, or was cancelled, never changes.';
  end $$`,
  `create trigger settings_versions_kept before update on settings_versions for each row
    when (old.state <> 'planned') execute function keep_settings_versions()`,
  `create trigger settings_versions_not_deleted before delete on settings_versions for each row
    execute function keep_settings_versions()`,
];
