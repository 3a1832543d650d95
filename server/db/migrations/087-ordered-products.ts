import { type Kysely, sql } from 'kysely';

/**
 * Adds lists of orders by company and by product. Each product of an order gets a row that repeats the order's filtered
 * columns, so that they can be indexed. Triggers maintain the rows, even when the previous server version writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create index orders_by_company on orders (region_id, company_id, created_at, uuid) include (status, type)
    where not deleted`,
  // Includes the type, so that orders of one kind are found without reading all orders. Replaces the index of migration
  // 079.
  `create index orders_by_state on orders (region_id, status, created_at, uuid) include (type) where not deleted`,
  'drop index orders_by_status',
  `create table ordered_products (
    uuid uuid not null references orders (uuid) on delete cascade,
    product_uuid uuid not null,
    company_id uuid not null,
    region_id integer not null,
    created_at timestamptz not null,
    status smallint not null,
    type text not null,
    primary key (uuid, product_uuid)
  )`,
  `create function write_ordered_products() returns trigger language plpgsql as $$
  begin
    if tg_op = 'UPDATE' then
      delete from ordered_products where uuid = new.uuid;
    end if;
    if not new.deleted then
      insert into ordered_products
      select distinct new.uuid, (line->>'product_uuid')::uuid, new.company_id, new.region_id, new.created_at,
        new.status, new.type
      from jsonb_array_elements(new.contents) as line where line->>'product_uuid' is not null;
    end if;
    return null;
  end $$`,
  `create trigger orders_products after insert on orders for each row execute function write_ordered_products()`,
  `create trigger orders_products_changed after update on orders for each row
    when ((old.company_id, old.region_id, old.created_at, old.status, old.type, old.deleted, old.contents)
      is distinct from (new.company_id, new.region_id, new.created_at, new.status, new.type, new.deleted, new.contents))
    execute function write_ordered_products()`,
  `insert into ordered_products
    select distinct orders.uuid, (line->>'product_uuid')::uuid, company_id, region_id, created_at, status, type
    from orders cross join jsonb_array_elements(contents) as line
    where not deleted and line->>'product_uuid' is not null`,
  `create index ordered_products_list on ordered_products (region_id, product_uuid, created_at, uuid)
    include (status, type, company_id)`,
];
