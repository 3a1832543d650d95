import { normaliseLine } from '#schemas/normalise-text.ts';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { CsvError, parse } from 'csv-parse/sync';
import {
  type codeProblems,
  DEFAULT_LOW_AT,
  importProblems,
  MAX_IMPORTED_CODES,
} from '#schemas/operator/voucher-calls.ts';
import { type RegionCode, type RegionId, regionCodeOf, regionIdOf } from '#schemas/regions.ts';
import { productKindOf, type VendorType, vendorTypes } from '#schemas/vendors.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { voucherReasons, writeVouchers } from '../setup/write-vouchers.ts';
import { type VoucherStore } from './voucher-store.ts';

const digitalTypes = vendorTypes.filter((type) => productKindOf(type) === 'digital');
/** Maximum number of rejected lines in the response. */
const MAX_LISTED_LINES = 200;

interface PoolRow {
  readonly region: RegionCode;
  readonly sku: string;
  readonly id: string;
  readonly name: string;
  readonly type: VendorType;
  readonly low_at: number | null;
  readonly free: number;
  readonly used: number;
  readonly expired: number;
  readonly expires_at: Date | null;
  readonly open_orders: number;
}

/** Maximum number of vouchers in the response. */
const MAX_POOLS = 1000;

/** Selects counts from a table of sums, and from the changes that haven't been added to the sums yet. */
const selectCounts = (
  [sums, changes]: readonly [keyof Database, keyof Database],
  columns: RawBuilder<unknown>,
  condition: RawBuilder<boolean>,
) => sql`(select ${columns} from ${sql.table(sums)} where ${condition}
  union all select ${columns} from ${sql.table(changes)} where ${condition}) as counted`;

/** Condition for a removed variant that still has unused codes or open orders. */
const isStillNeeded = sql`variant.ended_at is not null and (
  (select sum(codes) from ${selectCounts(
    ['voucher_sums', 'voucher_changes'],
    sql`codes`,
    sql`region = product.region and sku = variant.sku and not is_used`,
  )}) > 0
  or (select sum(orders) from ${selectCounts(
    ['open_order_sums', 'open_order_changes'],
    sql`orders`,
    sql`region_id = product.region_id and variant = variant.uuid::text`,
  )}) > 0)`;

/** Selects the countries' vouchers, ordered by name. Products of a country with the same number are one voucher. */
function selectVouchers(regions: readonly RegionId[]) {
  const isVoucher = sql`not deleted and type = any(${digitalTypes}::text[])`;
  return sql`
    select * from (
      select product.*, variant.sku, variant.uuid as variant
      from (
        select country.code as region, first.*
        from unnest(${[...regions]}::integer[], ${regions.map(regionCodeOf)}::text[]) as country (id, code)
        cross join lateral (
          -- All columns of the index, so that the other products aren't read.
          select region_id, name, uuid as id, type from shop_products
          where region_id = country.id and ${isVoucher}
          order by name, uuid limit ${MAX_POOLS}) as first
        order by name, id limit ${MAX_POOLS}
      ) as product
      join shop_variants as variant on variant.product_uuid = product.id and (variant.is_listed or ${isStillNeeded})
      order by product.name, product.region, variant.sku limit ${MAX_POOLS}
    ) as listed
    where not exists (
      select from shop_variants as other
      where other.region_id = listed.region_id and other.is_listed and other.sku = listed.sku
        and (other.product_uuid, other.uuid) < (listed.id, listed.variant)
        and (select ${isVoucher} from shop_products where uuid = other.product_uuid))`;
}

/** Counts the vouchers' codes by whether they are used and when they expire. */
const countedCodes = sql`
  select region, sku, is_used, expires_at, sum(codes) as codes
  from ${selectCounts(
    ['voucher_sums', 'voucher_changes'],
    sql`region, sku, is_used, expires_at, codes`,
    sql`(region, sku) in (select region, sku from voucher)`,
  )}
  group by region, sku, is_used, expires_at having sum(codes) > 0`;

/** Counts the vouchers' open orders. */
const countedOrders = (regions: readonly RegionId[]) => sql`
  select variant, type, sum(orders)::int as open_orders
  from ${selectCounts(
    ['open_order_sums', 'open_order_changes'],
    sql`variant, type, orders`,
    sql`region_id = any(${[...regions]}::integer[]) and variant in (select variant::text from voucher)`,
  )}
  group by variant, type`;

/** Reads the countries' vouchers with their counts of codes and open orders. */
export async function readPools(db: Kysely<Database>, regions: readonly RegionId[], now: number) {
  const at = new Date(now);
  const count = (condition: RawBuilder<unknown>) =>
    sql`coalesce(sum(codes) filter (where ${condition}), 0)::int`;
  const { rows } = await sql<PoolRow>`
    with voucher as materialized (${selectVouchers(regions)}),
    code as (
      select region, sku, ${count(sql`is_used`)} as used,
        ${count(sql`not is_used and expires_at <= ${at}`)} as expired,
        ${count(sql`not is_used and expires_at > ${at}`)} as free,
        min(expires_at) filter (where not is_used and expires_at > ${at}) as expires_at
      from (${countedCodes}) as counted group by region, sku
    ),
    ordered as (${countedOrders(regions)})
    select voucher.region, voucher.sku, voucher.id, voucher.name, voucher.type, pool.low_at,
      coalesce(code.free, 0) as free, coalesce(code.used, 0) as used, coalesce(code.expired, 0) as expired,
      nullif(code.expires_at, 'infinity') as expires_at, coalesce(ordered.open_orders, 0) as open_orders
    from voucher
    left join voucher_pools as pool on pool.region = voucher.region and pool.sku = voucher.sku
    left join code on code.region = voucher.region and code.sku = voucher.sku
    left join ordered on ordered.variant = voucher.variant::text and ordered.type = voucher.type
    order by voucher.name, voucher.region, voucher.sku`.execute(db);
  return rows.map(({ region, sku, id, name, type, low_at, expires_at, ...counts }) => ({
    region: regionIdOf(region),
    sku,
    product: { id, name },
    type,
    free: counts.free,
    used: counts.used,
    expired: counts.expired,
    open_orders: counts.open_orders,
    expires_at: expires_at === null ? null : new Date(expires_at).toISOString(),
    low_at: low_at ?? DEFAULT_LOW_AT,
  }));
}

/** Reads pasted or uploaded lines of `code, validity, password`. Throws `invalid_input`. */
function readLines(text: string): { readonly line: number; readonly fields: string[] }[] {
  try {
    const parsed: unknown = parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      info: true,
      max_record_size: 1000,
      relax_column_count: true,
      skip_empty_lines: true,
      to: MAX_IMPORTED_CODES + 2,
    });
    // With `info`, rows have this shape, which the library's types omit.
    const rows = parsed as { record: string[]; info: { lines: number } }[];
    const [firstRow] = rows;
    const isHeader = /^(number|code)$/i.test(normaliseLine(firstRow?.record[0] ?? ''));
    const codes = isHeader ? rows.slice(1) : rows;
    if (codes.length > MAX_IMPORTED_CODES)
      throw new ApiFailure('invalid_input', { details: { reason: importProblems.tooMany } });
    return codes.map(({ record, info }) => ({ line: info.lines, fields: record }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const details = { reason: importProblems.unreadable };
    throw new ApiFailure('invalid_input', { details, cause: error });
  }
}

type CodeProblem = (typeof codeProblems)[number];

/** Maps each rejection sentence to its problem. */
const problemBySentence = new Map<string, CodeProblem>(
  Object.entries(voucherReasons).map(([problem, sentence]) => [sentence, problem as CodeProblem]),
);

interface Import {
  readonly region: RegionId;
  readonly sku: string;
  readonly lines: string;
}

/**
 * Stores a voucher's codes like `club setup apply`: codes already stored stay unchanged, and invalid or used ones are
 * rejected.
 * @param isCheck true to write nothing
 */
export async function importCodes(
  store: VoucherStore,
  { region, sku, lines }: Import,
  isCheck: boolean,
) {
  const code = regionCodeOf(region);
  const rows = readLines(lines);
  const batch = {
    accepted: [],
    rows: rows.map(({ fields }) => {
      const [number = '', expires = '', password = '', ...more] = fields;
      return [sku, number, expires, password, ...more.slice(0, 1)];
    }),
  };
  const { added, unchanged, rejected } = await writeVouchers(store, code, { batch, isCheck });
  const problems = rejected
    .toSorted((a, b) => a.index - b.index)
    .slice(0, MAX_LISTED_LINES)
    .map(({ index, reason }) => ({
      line: rows[index]?.line ?? 0,
      problem: problemBySentence.get(reason) ?? ('number' as const),
    }));
  return { added, unchanged, rejected: rejected.length, problems };
}

/** Finds a voucher's open orders that its free codes can complete, oldest first. */
export async function findWaitingOrders(
  trx: Transaction<Database>,
  { region, sku }: Pick<Import, 'region' | 'sku'>,
  now: number,
) {
  const { rows } = await sql<{ uuid: string; number: string }>`
    select orders.uuid, orders.number from orders
    where orders.region_id = ${region} and orders.status in (1, 2, 5) and not orders.deleted
      and exists (
        select from shop_variants variant join shop_products product on product.uuid = variant.product_uuid
        where product.region = ${regionCodeOf(region)} and variant.sku = ${sku} and product.type = orders.type
          and orders.contents @> jsonb_build_array(jsonb_build_object('variantGuid', variant.uuid)))
    order by orders.created_at, orders.uuid
    limit (select least(count(*), ${MAX_IMPORTED_CODES}) from voucher_codes code
      where code.region = ${regionCodeOf(region)} and code.sku = ${sku} and order_uuid is null
        and (expires_at is null or expires_at > ${new Date(now)}))`.execute(trx);
  return rows;
}

/** Throws `not_found` unless the country sells a voucher with this number. */
export async function requireVoucher(
  db: Kysely<Database>,
  allowedRegions: readonly RegionId[],
  { region, sku }: Pick<Import, 'region' | 'sku'>,
): Promise<void> {
  const voucher = await db
    .selectFrom('shop_variants')
    .innerJoin('shop_products', 'shop_products.uuid', 'shop_variants.product_uuid')
    .select('shop_variants.uuid')
    .where('shop_products.region', '=', regionCodeOf(region))
    .where('shop_products.type', 'in', digitalTypes)
    .where('shop_products.deleted', '=', false)
    .where('shop_variants.sku', '=', sku)
    .executeTakeFirst();
  if (voucher === undefined || !allowedRegions.includes(region)) throw new ApiFailure('not_found');
}
