import { type Kysely, sql } from 'kysely';

/** Records operators' price changes. Several small changes together require approval. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table price_changes (
    id bigint generated always as identity primary key,
    variant_uuid uuid not null,
    at timestamptz not null,
    before integer not null,
    after integer not null,
    is_approved boolean not null
  )`,
  'create index price_changes_of_variant on price_changes (variant_uuid, at)',
];
