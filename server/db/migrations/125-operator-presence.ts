import { type Kysely, sql } from 'kysely';

/** Stores which records operators have open, so that two operators on the same record notice each other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table operator_presence (
    record_kind text not null,
    record_id text not null,
    operator_id uuid not null references operators (id) on delete cascade,
    seen_at timestamptz not null,
    primary key (record_kind, record_id, operator_id)
  )`.execute(db);
}
