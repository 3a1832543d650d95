import { type Kysely, sql } from 'kysely';

/** Adds order lists for the console, based on the country column of migration 072, and warnings about voucher pools. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create index orders_open on orders (region_id, created_at, uuid)
    where status in (1, 2, 5) and not deleted`,
  'create index orders_by_status on orders (region_id, status, created_at, uuid) where not deleted',
  'create index orders_by_type on orders (region_id, type, created_at, uuid) where not deleted',
  `create table voucher_pools (
    region text not null,
    sku text not null,
    low_at integer not null check (low_at >= 0),
    primary key (region, sku)
  )`,
  'create index voucher_codes_of_sku on voucher_codes (region, sku)',
];
