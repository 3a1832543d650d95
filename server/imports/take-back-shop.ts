import { type Transaction } from 'kysely';
import { regionCodeOf } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { applyPrices, isLargeChange, toVariantPrice } from '../shop/change-prices.ts';
import { adjustStock, auditedStock } from '../shop/stock.ts';
import { type ImportOrigin, type PlannedPrices } from './import-kind.ts';

type Trx = Transaction<Database>;

/** Number of variants undone per step. */
const STEP_ROWS = 1000;

/** Locks variants in the same order as orders do. */
async function lockVariants(trx: Trx, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('shop_variants')
    .select(['uuid', 'product_uuid', 'sku', 'price', 'stock', 'details_rev'])
    .where('uuid', '=', anyUuid(ids))
    .where('ended_at', 'is', null)
    .orderBy('uuid')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}

/** Reads each variant's last stock movement. */
async function loadLastMovements(trx: Trx, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('stock_movements')
    .select(({ fn }) => ['variant_uuid', fn.max<string | number>('id').as('id')])
    .where('variant_uuid', '=', anyUuid(ids))
    .groupBy('variant_uuid')
    .execute();
  return new Map(rows.map(({ variant_uuid, id }) => [variant_uuid, Number(id)]));
}

/** Restores prices and stock that haven't changed since the import. */
export async function takeBackShop(
  trx: Trx,
  { importId, region, operatorId, startedBy, isApproved, services, audit }: ImportOrigin,
  after: string | null,
) {
  if (region === null) throw new Error('An import of prices and stock has no country.');
  const rows = await trx
    .selectFrom('import_shop_rows')
    .selectAll()
    .where('import_uuid', '=', importId)
    .where('applied', '=', true)
    .$if(after !== null, (query) => query.where('variant_uuid', '>', after ?? ''))
    .orderBy('variant_uuid')
    .limit(STEP_ROWS)
    .execute();
  const ids = rows.map((row) => row.variant_uuid);
  const variants = await lockVariants(trx, ids);
  // The movements are read after taking the locks, so that an order that has just been committed is noticed.
  const movements = await loadLastMovements(trx, ids);
  const restoredVariants = rows.map((row) => {
    const variant = variants.get(row.variant_uuid);
    const isSamePrice = variant !== undefined && variant.details_rev === row.details_rev;
    const isSameStock =
      variant !== undefined && movements.get(variant.uuid) === Number(row.movement_id);
    const price = isSamePrice ? row.price_before : null;
    const change = isSameStock ? row.stock_change : null;
    const isWhole =
      (row.price_after === null || isSamePrice) && (row.stock_change === null || isSameStock);
    return { variant, price, change, isWhole };
  });
  const now = services.clock.now();
  const prices = restoredVariants.flatMap(({ variant, price }) =>
    variant === undefined || price === null ? [] : [toVariantPrice(variant, price)],
  );
  await applyPrices(trx, prices, { now, operator: startedBy, audit, isApproved });
  const stockChanges = restoredVariants.flatMap(({ variant, change }) =>
    variant === undefined || change === null ? [] : [{ variant, change: -change }],
  );
  const changes = new Map(stockChanges.map(({ variant, change }) => [variant.uuid, change]));
  const cause = { reason: 'other', operator: operatorId, now } as const;
  if (stockChanges.length > 0) await adjustStock(trx, regionCodeOf(region), changes, cause);
  for (const { variant, change } of stockChanges) audit(auditedStock(variant, region, change));
  const removedCount = restoredVariants.filter(({ isWhole }) => isWhole).length;
  const next = rows.length < STEP_ROWS ? null : (ids.at(-1) ?? null);
  return { removed: removedCount, kept: rows.length - removedCount, next };
}

/**
 * Reads the price changes that applying an import would make or, in the phase `taking_back`, the price changes that
 * undoing it would make. Also returns whether these changes are large enough to require approval. Locks the variants.
 */
export async function readShopPrices(
  trx: Trx,
  importId: string,
  phase: 'applying' | 'taking_back',
  context: { readonly now: number; readonly operator: string },
): Promise<PlannedPrices> {
  const isReversal = phase === 'taking_back';
  const rows = await trx
    .selectFrom('import_shop_rows')
    .selectAll()
    .where('import_uuid', '=', importId)
    .where('applied', '=', isReversal)
    .where('price_after', 'is not', null)
    .execute();
  const variants = await lockVariants(
    trx,
    rows.map((row) => row.variant_uuid),
  );
  const prices = rows.flatMap((row) => {
    const variant = variants.get(row.variant_uuid);
    const [before, after] = isReversal
      ? [row.price_after, row.price_before]
      : [row.price_before, row.price_after];
    if (variant === undefined || before === null || after === null) return [];
    const isRestored = !isReversal || variant.details_rev === row.details_rev;
    return isRestored ? [toVariantPrice({ ...variant, price: before }, after)] : [];
  });
  // An import that changes only the stock requires no approval, even if the operator has just changed many prices.
  if (prices.length === 0) return { prices, areLarge: false };
  return { prices, areLarge: await isLargeChange(trx, prices, variants, context) };
}
