import { type Kysely, sql } from 'kysely';

/**
 * Adds operators' claims and drafts for records of all kinds. `review_claims` is no longer used, but stays for servers
 * that still run the previous version.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table record_claims (
    record_kind text not null,
    record_id uuid not null,
    operator_id uuid not null references operators (id),
    until timestamptz not null,
    primary key (record_kind, record_id)
  )`,
  'create index record_claims_until on record_claims (until)',
  `create table operator_drafts (
    operator_id uuid not null references operators (id),
    record_kind text not null,
    record_id text not null,
    field text not null,
    text text not null,
    updated_at timestamptz not null,
    primary key (operator_id, record_kind, record_id, field)
  )`,
  'create index operator_drafts_updated on operator_drafts (updated_at)',
  'create index operator_drafts_record on operator_drafts (record_id)',
];
