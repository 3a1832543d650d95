import { type Kysely, sql } from 'kysely';

/**
 * Adds a table of the voucher codes that operators paste. Pasted codes count toward the rows that an operator may import
 * in a day alone, and many of them wait here, encrypted, for a second person.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table voucher_pastes (
        uuid uuid primary key,
        region_id integer not null,
        sku text not null,
        codes integer not null,
        sealed_lines text,
        operator_id uuid not null references operators (id),
        is_approved boolean not null default false,
        at timestamptz not null
      )`,
    )
    .execute(db);
  await sql`create index voucher_pastes_operator on voucher_pastes (operator_id, at)`.execute(db);
}
