import { type Kysely, sql } from 'kysely';

/** Adds news and tutorials, their pictures, and the countries' change counters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table region_counters (
    region text primary key,
    rev bigint not null default 0
  )`,
  `create table content_pictures (
    uuid uuid primary key,
    media_type text not null,
    small bytea not null,
    large bytea not null
  )`,
  `create table contents (
    uuid uuid primary key,
    region text not null,
    rev bigint not null,
    op_id uuid not null,
    deleted boolean not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    type text not null,
    content jsonb not null,
    media uuid references content_pictures (uuid),
    other_images uuid[] not null
  )`,
  'create unique index contents_change on contents (region, rev)',
  'create index contents_list on contents (region, created_at desc, uuid) where not deleted',
];
