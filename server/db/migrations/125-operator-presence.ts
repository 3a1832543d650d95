import { type Kysely, sql } from 'kysely';

/** Which records operators have open, so that they see each other on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table operator_presence (
    record_kind text not null,
    record_id text not null,
    operator_id uuid not null references operators (id) on delete cascade,
    seen_at timestamptz not null,
    primary key (record_kind, record_id, operator_id)
  )`.execute(db);
}
