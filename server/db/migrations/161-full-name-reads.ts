import { type Kysely, sql } from 'kysely';

/** Records whose full names operators have read by paging through lists, so that one person can't read them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table full_name_reads (
        operator_id uuid not null references operators (id),
        record_id uuid not null,
        read_at timestamptz not null,
        primary key (operator_id, record_id)
      )`,
    )
    .execute(db);
}
