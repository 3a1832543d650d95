import { type Kysely, sql } from 'kysely';

/**
 * Marks products that operators took back. Adds indexes that find scanned products by serial number, and returned
 * products.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table returned_products (
    uuid uuid primary key,
    scan_uuid uuid not null,
    company_id uuid not null,
    at timestamptz not null,
    points integer not null,
    is_approved boolean not null,
    undone_at timestamptz,
    is_undo_approved boolean
  )`,
  'create index returned_products_of_company on returned_products (company_id, at)',
  'create unique index returned_products_open on returned_products (scan_uuid) where undone_at is null',
  // The unique index on serial numbers leaves out rejected products.
  'create index scans_by_serial on scans (serial_number) where serial_number is not null and not deleted',
  `create index scans_returned on scans (region_id, created_at, uuid)
    where not deleted and flag = 'rejected' and (rejection ->> 'code') = 'returned'`,
];
