import { type Kysely, sql } from 'kysely';
import { regions } from '#schemas/regions.ts';

/**
 * Adds the shop to the console: lists by country, versions of edited data, visibility dates, and every stock movement.
 * Triggers maintain the data, even when the previous server version or the setup writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const regionIds = regions.map(({ id, code }) => `when '${code}' then ${id}`).join(' ');

const statements = [
  `alter table shop_categories
    add column region_id integer generated always as (case region ${regionIds} end) stored`,
  `alter table shop_products
    add column region_id integer generated always as (case region ${regionIds} end) stored,
    add column details_rev integer not null default 1,
    add column show_at timestamptz,
    add column hide_at timestamptz`,
  'create index shop_products_planned on shop_products (least(show_at, hide_at)) where not deleted',
  `create trigger shop_products_details before update on shop_products for each row
    when ((old.name, old.description, old.active, old.is_visible, old.show_at, old.hide_at, old.category_uuid,
      old.pictures, old.deleted)
      is distinct from (new.name, new.description, new.active, new.is_visible, new.show_at, new.hide_at,
      new.category_uuid, new.pictures, new.deleted))
    execute function raise_details_rev()`,

  `alter table shop_variants
    add column region_id integer,
    add column product_name text,
    add column is_listed boolean not null default true,
    add column details_rev integer not null default 1`,
  `update shop_variants v set region_id = p.region_id, product_name = p.name, is_listed = not p.deleted
    from shop_products p where p.uuid = v.product_uuid`,
  `create function set_variant_product() returns trigger language plpgsql as $$
  begin
    select region_id, name, not deleted into new.region_id, new.product_name, new.is_listed
      from shop_products where uuid = new.product_uuid;
    return new;
  end $$`,
  `create trigger shop_variants_product before insert or update of product_uuid on shop_variants
    for each row execute function set_variant_product()`,
  `create function follow_product() returns trigger language plpgsql as $$
  begin
    update shop_variants set region_id = new.region_id, product_name = new.name, is_listed = not new.deleted
      where product_uuid = new.uuid;
    return null;
  end $$`,
  `create trigger shop_products_followed after update on shop_products for each row
    when ((old.name, old.deleted, old.region) is distinct from (new.name, new.deleted, new.region))
    execute function follow_product()`,
  `create trigger shop_variants_details before update on shop_variants for each row
    when ((old.price, old.sku) is distinct from (new.price, new.sku)) execute function raise_details_rev()`,
  `create index shop_variants_by_name on shop_variants (region_id, product_name, position, uuid) where is_listed`,
  'create index shop_variants_by_stock on shop_variants (region_id, stock, uuid) where is_listed',
  'create index shop_variants_by_price on shop_variants (region_id, price, uuid) where is_listed',

  `create table stock_movements (
    id bigint generated always as identity primary key,
    variant_uuid uuid not null,
    product_uuid uuid not null,
    at timestamptz not null,
    reason text not null,
    change integer not null check (change <> 0),
    stock integer not null check (stock >= 0),
    order_uuid uuid,
    operator_id uuid references operators (id)
  )`,
  'create index stock_movements_list on stock_movements (product_uuid, id)',
  'create index stock_movements_operator on stock_movements (operator_id)',
  // The transaction sets the cause; changes by a setup have none.
  `create function record_stock_movement() returns trigger language plpgsql as $$
  declare
    cause jsonb := coalesce(nullif(current_setting('club.stock_cause', true), ''), '{}')::jsonb;
    variant shop_variants := case when tg_op = 'DELETE' then old else new end;
    before integer := case when tg_op = 'INSERT' then 0 else old.stock end;
    after integer := case when tg_op = 'DELETE' then 0 else new.stock end;
  begin
    if before <> after then
      insert into stock_movements (variant_uuid, product_uuid, at, reason, change, stock, order_uuid, operator_id)
      values (variant.uuid, variant.product_uuid, coalesce((cause->>'at')::timestamptz, now()),
        coalesce(cause->>'reason', case tg_op when 'INSERT' then 'opening' when 'DELETE' then 'removed' else 'setup' end),
        after - before, after, (cause->'orders'->>variant.uuid::text)::uuid, (cause->>'operator')::uuid);
    end if;
    return null;
  end $$`,
  `create trigger shop_variants_stock after insert or delete or update of stock on shop_variants
    for each row execute function record_stock_movement()`,
  `insert into stock_movements (variant_uuid, product_uuid, at, reason, change, stock)
    select uuid, product_uuid, now(), 'opening', stock, stock from shop_variants where stock > 0`,
  `create function keep_stock_movements() returns trigger language plpgsql as $$
  begin
    raise exception 'Movements of stock can''t be changed.' using errcode = 'restrict_violation';
  end $$`,
  `create trigger stock_movements_kept before update or delete on stock_movements
    for each row execute function keep_stock_movements()`,
  `create trigger stock_movements_kept_whole before truncate on stock_movements
    for each statement execute function keep_stock_movements()`,
];
