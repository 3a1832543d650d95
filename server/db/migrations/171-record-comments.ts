import { type Kysely, sql } from 'kysely';

/** Adds operators' internal comments on records of all kinds, which are shown in the records' timelines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table record_comments (
    uuid uuid primary key,
    record_kind text not null,
    record_id uuid not null,
    operator_id uuid not null references operators (id),
    text text,
    created_at timestamptz not null,
    deleted_at timestamptz
  )`,
  'create index record_comments_record on record_comments (record_id, created_at)',
];
