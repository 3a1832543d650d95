import { type Kysely, sql } from 'kysely';

/** Adds prepaid voucher codes for a country's orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table voucher_codes (
    region text not null,
    number text not null,
    sku text not null,
    expires_at timestamptz,
    password text,
    order_uuid uuid,
    primary key (region, number)
  )`.execute(db);
  await sql`create index voucher_codes_free on voucher_codes (region, sku, expires_at, number)
    where order_uuid is null`.execute(db);
}
