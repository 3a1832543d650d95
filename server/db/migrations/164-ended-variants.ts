import { type Kysely, sql } from 'kysely';

/**
 * Adds the time when a variant left the shop. The row stays, because orders and stock movements refer to it. Lists omit
 * ended variants, like the variants of deleted products.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  'alter table shop_variants add column ended_at timestamptz',
  `create or replace function set_variant_product() returns trigger language plpgsql as $$
  begin
    select region_id, name, not deleted and new.ended_at is null
      into new.region_id, new.product_name, new.is_listed
      from shop_products where uuid = new.product_uuid;
    return new;
  end $$`,
  'drop trigger shop_variants_product on shop_variants',
  `create trigger shop_variants_product before insert or update of product_uuid, ended_at on shop_variants
    for each row execute function set_variant_product()`,
  `create or replace function follow_product() returns trigger language plpgsql as $$
  begin
    update shop_variants set region_id = new.region_id, product_name = new.name,
      is_listed = not new.deleted and ended_at is null
      where product_uuid = new.uuid;
    return null;
  end $$`,
  // Finds an existing product with the article number of a new one.
  'create index shop_products_by_number on shop_products (region, sku) where not deleted',
];
