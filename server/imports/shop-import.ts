import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { MAX_MOVEMENT, MAX_STOCK, type StockReason } from '#schemas/operator/shop-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { type BatchResult, type Rejection } from '../setup/list-batch.ts';
import { applyPrices, toVariantPrice } from '../shop/change-prices.ts';
import { adjustStock, auditedStock } from '../shop/stock.ts';
import { type ImportKind, type ImportOrigin, type PlannedRow } from './import-kind.ts';
import { readShopRow, reject, type ShopRow, shopReasons } from './shop-row.ts';
import { readShopPrices, takeBackShop } from './take-back-shop.ts';

type Trx = Transaction<Database>;

/** A variant in the country, with its current data. */
interface Variant {
  readonly uuid: string;
  readonly product_uuid: string;
  readonly sku: string;
  readonly price: number;
  readonly stock: number;
  readonly details_rev: number;
}

/** The change that a row makes. */
interface Change {
  readonly row: ShopRow;
  readonly variant: Variant;
  /** The new price; null if the price doesn't change. */
  readonly price: number | null;
  /** Difference to the current stock; 0 if the stock doesn't change. */
  readonly stockChange: number;
}

interface Plan {
  readonly changes: readonly Change[];
  readonly rejected: readonly Rejection[];
}

/** A country's shop prices and stock. */
export const shopImport: ImportKind = {
  plan: async (db, origin, rows) => {
    const { changes, rejected } = await planRows(db, origin, rows, false);
    const added = changes.map(({ row, variant, price }) => ({
      index: row.index,
      key: variant.sku,
      // If several rows have the same sku, only the first one is used. `once` makes their values differ, so that even
      // an identical row is rejected instead of ignored. The author might want both changes to count.
      values: JSON.stringify({
        variant: variant.uuid,
        before: variant.price,
        price,
        once: randomUUID(),
      }),
    }));
    const result = toResult(rows.length, changes.length, rejected);
    return { added, result, duplicateReason: shopReasons.twice };
  },
  savePlan,
  write: writeRows,
  takeBack: takeBackShop,
  readPrices: readShopPrices,
  shownFields: (fields) => fields,
  shownCell: (cell) => cell,
};

const toResult = (rows: number, added: number, rejected: readonly Rejection[]): BatchResult => ({
  added,
  unchanged: rows - added - rejected.length,
  rejected: [...rejected],
});

const NO_REGION = 'An import of prices and stock has no country.';

/** Finds the changes that the rows make, and the rejected rows. All other rows change nothing. */
async function planRows(
  db: Kysely<Database>,
  { importId, region }: ImportOrigin,
  rows: readonly (readonly string[])[],
  shouldLock: boolean,
): Promise<Plan> {
  if (region === null) throw new Error(NO_REGION);
  const rejected: Rejection[] = [];
  const rowsBySku = new Map<string, ShopRow>();
  for (const [index, fields] of rows.entries()) {
    const row = readShopRow(index, fields);
    if ('reason' in row) rejected.push(row);
    else if (rowsBySku.has(row.sku)) rejected.push(reject(index, 'twice'));
    else rowsBySku.set(row.sku, row);
  }
  const variants = await loadVariants(db, region, [...rowsBySku.keys()], shouldLock);
  const appliedVariants = await loadAppliedVariants(db, importId, variants);
  const changes: Change[] = [];
  for (const row of rowsBySku.values()) {
    const matchingVariants = variants.filter(({ sku }) => sku === row.sku);
    const change = planRow(row, matchingVariants, appliedVariants);
    if (change === null) continue;
    if ('reason' in change) rejected.push(change);
    else changes.push(change);
  }
  return { changes, rejected };
}

/** Returns the change that a row makes; null if there is none. */
function planRow(
  row: ShopRow,
  [variant, ...others]: readonly Variant[],
  appliedVariants: ReadonlySet<string>,
): Change | Rejection | null {
  if (variant === undefined) return reject(row.index, 'unknown_sku');
  if (others.length > 0) return reject(row.index, 'ambiguous_sku');
  // An earlier step of the same import has already changed the variant.
  if (appliedVariants.has(variant.uuid)) return reject(row.index, 'twice');
  const stockChange = row.stock === null ? (row.change ?? 0) : row.stock - variant.stock;
  if (variant.stock + stockChange < 0) return reject(row.index, 'stock_too_low');
  if (stockChange > 0 && variant.stock + stockChange > MAX_STOCK)
    return reject(row.index, 'stock_too_high');
  if (Math.abs(stockChange) > MAX_MOVEMENT) return reject(row.index, 'change');
  const price = row.price === variant.price ? null : row.price;
  return price === null && stockChange === 0 ? null : { row, variant, price, stockChange };
}

/** Loads variants by SKU. Locks them, if requested, in the same order as orders do. */
async function loadVariants(
  db: Kysely<Database>,
  region: RegionId,
  skus: readonly string[],
  shouldLock: boolean,
): Promise<Variant[]> {
  return db
    .selectFrom('shop_variants')
    .select(['uuid', 'product_uuid', 'sku', 'price', 'stock', 'details_rev'])
    .where('region_id', '=', region)
    .where('is_listed', '=', true)
    .where('sku', '=', anyText(skus))
    .orderBy('uuid')
    .$if(shouldLock, (rows) => rows.forUpdate())
    .execute();
}

async function loadAppliedVariants(
  db: Kysely<Database>,
  importId: string,
  variants: readonly Variant[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('import_shop_rows')
    .select('variant_uuid')
    .where('import_uuid', '=', importId)
    .where('variant_uuid', '=', anyUuid(variants.map(({ uuid }) => uuid)))
    .where('applied', '=', true)
    .execute();
  return new Set(rows.map((row) => row.variant_uuid));
}

/** Stores the prices found by the check. The import changes only these. */
async function savePlan(
  trx: Trx,
  { importId }: Pick<ImportOrigin, 'importId'>,
  plannedRows: readonly PlannedRow[],
): Promise<void> {
  // The cast is safe, because `plan` has written the values with these fields.
  const rows = plannedRows.map(({ values }) => JSON.parse(values) as Record<string, unknown>);
  await sql`
    insert into import_shop_rows (import_uuid, variant_uuid, price_before, price_after)
    select ${importId}::uuid, variant, before, price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as planned (variant uuid, before integer, price integer)
    where price is not null
    on conflict do nothing`.execute(trx);
}

/** Changes prices and stock like the console's own actions. */
async function writeRows(
  trx: Trx,
  origin: ImportOrigin,
  rows: readonly (readonly string[])[],
): Promise<BatchResult> {
  const plan = await planRows(trx, origin, rows, true);
  const allRejections = [...plan.rejected];
  const checkedPrices = await loadCheckedPrices(trx, origin.importId, plan.changes);
  // Only the prices found by the check were approved, or exempt from approval.
  const changes = plan.changes.filter(({ row, variant, price }) => {
    if (price === null || checkedPrices.get(variant.uuid) === `${variant.price} ${price}`)
      return true;
    allRejections.push(reject(row.index, 'price_changed'));
    return false;
  });
  if (changes.length > 0) await writeChanges(trx, origin, changes);
  return toResult(rows.length, changes.length, allRejections);
}

async function loadCheckedPrices(
  trx: Trx,
  importId: string,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('import_shop_rows')
    .select(['variant_uuid', 'price_before', 'price_after'])
    .where('import_uuid', '=', importId)
    .where('variant_uuid', '=', anyUuid(changes.map(({ variant }) => variant.uuid)))
    .execute();
  return new Map(rows.map((row) => [row.variant_uuid, `${row.price_before} ${row.price_after}`]));
}

async function writeChanges(
  trx: Trx,
  { importId, region, operatorId, startedBy, isApproved, services, audit }: ImportOrigin,
  changes: readonly Change[],
): Promise<void> {
  if (region === null) throw new Error(NO_REGION);
  const now = services.clock.now();
  const prices = changes.flatMap(({ variant, price }) =>
    price === null ? [] : [toVariantPrice(variant, price)],
  );
  await applyPrices(trx, prices, { now, operator: startedBy, audit, isApproved });
  const stockChanges = changes.filter(({ stockChange }) => stockChange !== 0);
  for (const [reason, group] of Map.groupBy(stockChanges, getReason)) {
    const changesByVariant = new Map(
      group.map(({ variant, stockChange }) => [variant.uuid, stockChange]),
    );
    const cause = { reason, operator: operatorId, now };
    await adjustStock(trx, regionCodeOf(region), changesByVariant, cause);
  }
  for (const { variant, stockChange } of stockChanges)
    audit(auditedStock(variant, region, stockChange));
  await storeAppliedChanges(trx, importId, changes);
}

function getReason({ row, stockChange }: Change): StockReason {
  if (row.stock !== null) return 'count';
  return stockChange > 0 ? 'delivery' : 'other';
}

/** Stores the applied changes, with the variants' versions, which reveal later changes. */
async function storeAppliedChanges(
  trx: Trx,
  importId: string,
  changes: readonly Change[],
): Promise<void> {
  const rows = changes.map(({ variant, price, stockChange }) => ({
    variant: variant.uuid,
    before: price === null ? null : variant.price,
    after: price,
    change: stockChange === 0 ? null : stockChange,
  }));
  await sql`
    insert into import_shop_rows
      (import_uuid, variant_uuid, price_before, price_after, stock_change, applied, details_rev, movement_id)
    select ${importId}::uuid, variant.uuid, row.before, row.after, row.change, true, variant.details_rev,
      case when row.change is not null
        then (select max(id) from stock_movements where variant_uuid = variant.uuid) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (variant uuid, before integer, after integer, change integer)
    join shop_variants variant on variant.uuid = row.variant
    on conflict (import_uuid, variant_uuid) do update set
      price_before = excluded.price_before, price_after = excluded.price_after,
      stock_change = excluded.stock_change, applied = true,
      details_rev = excluded.details_rev, movement_id = excluded.movement_id`.execute(trx);
}
