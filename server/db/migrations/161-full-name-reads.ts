import { type Kysely, sql } from 'kysely';

/**
 * Adds a table of the records whose full names each operator has read by paging through lists. The server counts these
 * records to limit how many full names one person can read in a day.
 */
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
