import { type Kysely, sql } from 'kysely';

/**
 * Stores counts of each voucher's codes and of each variant's open orders, maintained like the ledger's sums
 * (127-ledger-days.ts): triggers insert changes, and a job adds them up. The voucher list then doesn't have to read all
 * codes and orders.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** A table of sums: its keys, and how to count the rows of another table. Each counted row has a `sign`. */
interface SumTable {
  readonly table: string;
  readonly sums: string;
  readonly changes: string;
  readonly keys: string;
  readonly columns: string;
  readonly value: string;
  readonly counted: (rows: string) => string;
  /** Columns of a row on which its count depends. */
  readonly depends: (row: string) => string;
}

const codes: SumTable = {
  table: 'voucher_codes',
  sums: 'voucher_sums',
  changes: 'voucher_changes',
  keys: 'region, sku, is_used, expires_at',
  // The expiry only matters for unused codes; infinity if there is none.
  columns: `region text not null, sku text not null, is_used boolean not null, expires_at timestamptz not null`,
  value: 'codes',
  counted: (rows) => `select region, sku, order_uuid is not null as is_used,
      case when order_uuid is null then coalesce(expires_at, 'infinity') else 'infinity' end as expires_at,
      sum(sign) as counted
    from (${rows}) as code group by 1, 2, 3, 4`,
  depends: (row) => `${row}.region, ${row}.sku, ${row}.order_uuid is null, ${row}.expires_at`,
};

const orders: SumTable = {
  table: 'orders',
  sums: 'open_order_sums',
  changes: 'open_order_changes',
  keys: 'region_id, variant, type',
  columns: `region_id integer not null, variant text not null, type text not null`,
  value: 'orders',
  counted: (rows) => `select region_id, variant, type, sum(sign) as counted
    from (${rows}) as ordered
    -- An order with two lines of a variant counts once.
    cross join lateral (select distinct line ->> 'variantGuid' as variant
      from jsonb_array_elements(contents) as line) as part
    where status in (1, 2, 5) and not deleted and region_id is not null and variant is not null
    group by 1, 2, 3`,
  depends: (row) =>
    ['region_id', 'status', 'deleted', 'type', 'contents'].map((name) => `${row}.${name}`).join(),
};

function statementsOf(one: SumTable): string[] {
  const { table, sums, changes, keys, columns, value, counted, depends } = one;
  const counting = (name: string, rows: string) => `
    create function count_${name}_${sums}() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into ${changes} (${keys}, ${value})
        select * from (${counted(rows)}) as change where counted <> 0;
      return null;
    end $$`;
  return [
    `create table ${sums} (${columns}, ${value} bigint not null, primary key (${keys}))`,
    `create table ${changes} (id bigint generated always as identity primary key, ${columns}, ${value} bigint not null)`,
    counting('added', 'select 1 as sign, added.* from added'),
    counting('removed', 'select -1 as sign, removed.* from removed'),
    counting('changed', 'select 1 as sign, (new).* union all select -1, (old).*'),
    `create trigger ${sums}_added after insert on ${table} referencing new table as added
      for each statement execute function count_added_${sums}()`,
    `create trigger ${sums}_removed after delete on ${table} referencing old table as removed
      for each statement execute function count_removed_${sums}()`,
    `create trigger ${sums}_changed after update on ${table} for each row
      when ((${depends('old')}) is distinct from (${depends('new')})) execute function count_changed_${sums}()`,
    `insert into ${sums} (${keys}, ${value}) ${counted(`select 1 as sign, ${table}.* from ${table}`)}`,
  ];
}

const statements = [
  ...statementsOf(codes),
  ...statementsOf(orders),
  // The indexes find the vouchers, by name or by number, among all products of a country.
  `create index shop_products_by_name on shop_products (region_id, name, uuid) include (type) where not deleted`,
  'create index shop_variants_by_sku on shop_variants (region_id, sku, product_uuid, uuid) where is_listed',
];
