import { type Kysely, sql } from 'kysely';

/**
 * Variants that have left the shop. Their rows stay, because orders and movements of stock refer to them. Lists leave
 * them out like those of deleted products.
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
  // New products are compared with it.
  'create index shop_products_by_number on shop_products (region, sku) where not deleted',
];
