import { type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { MAX_STOCK, STOCK_TOO_HIGH, STOCK_TOO_LOW } from '#schemas/operator/shop-calls.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { adjustStock, auditedStock } from './stock.ts';

type Reason = Parameters<OperatorHandler<typeof operatorCalls.moveStocks>>[0]['body']['reason'];

interface Movement {
  readonly change: number;
  /** Stock that the operator saw. */
  readonly seen: number;
}

interface MovementCause {
  readonly reason: Reason;
  readonly operator: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly audit: (change: AuditedChange) => void;
}

/** Adds to or removes from a variant's stock. */
export const moveStock: OperatorHandler<typeof operatorCalls.moveStock> = (
  { params, body: { change, seen, reason }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const movements = new Map([[params.id.toLowerCase(), { change, seen }]]);
    const cause = { reason, operator: operator.operatorId, now: clock.now(), audit };
    const [stock = 0] = await applyMovements(trx, movements, cause);
    return { stock };
  });

/** Changes the stock of several variants: all of them or none. */
export const moveStocks: OperatorHandler<typeof operatorCalls.moveStocks> = (
  { body: { variants, reason }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const movements = new Map(variants.map(({ id, ...movement }) => [id.toLowerCase(), movement]));
    const cause = { reason, operator: operator.operatorId, now: clock.now(), audit };
    await applyMovements(trx, movements, cause);
    return {};
  });

/**
 * Changes the stock of variants, which may belong to several countries.
 * @param movements the movement of each variant, by the variant's id
 * @returns the new stock of each variant, in the order of their ids
 * @throws ApiFailure `not_found` for a variant that has left the shop; `conflict` if a stock isn't the one that the
 *   operator saw, or, with a reason, if it would be below zero or above the maximum
 */
async function applyMovements(
  trx: Transaction<Database>,
  movements: ReadonlyMap<string, Movement>,
  { reason, operator, now, audit }: MovementCause,
): Promise<readonly number[]> {
  // Shop orders and price changes lock variants in the same order, so that there are no deadlocks.
  const variants = await trx
    .selectFrom('shop_variants')
    .select(['uuid', 'product_uuid', 'region_id', 'sku', 'stock'])
    .where('uuid', '=', anyUuid([...movements.keys()]))
    .where('is_listed', '=', true)
    .orderBy('uuid')
    .forUpdate()
    .execute();
  if (variants.length < movements.size) throw new ApiFailure('not_found');
  const changesByRegion = new Map<RegionId, Map<string, number>>();
  const stocks = variants.map((variant) => {
    const { uuid, region_id: region } = variant;
    const movement = movements.get(uuid);
    if (movement?.seen !== variant.stock) throw new ApiFailure('conflict');
    const { change } = movement;
    const stock = variant.stock + change;
    if (change > 0 && stock > MAX_STOCK)
      throw new ApiFailure('conflict', { details: { reason: STOCK_TOO_HIGH } });
    if (stock < 0) throw new ApiFailure('conflict', { details: { reason: STOCK_TOO_LOW } });
    changesByRegion.set(
      region,
      (changesByRegion.get(region) ?? new Map<string, number>()).set(uuid, change),
    );
    const { after, ...audited } = auditedStock(variant, region, change);
    audit({ ...audited, after: { ...after, reason } });
    return stock;
  });
  // The countries are always processed in this order, as in price changes, to avoid deadlocks.
  const regions = [...changesByRegion].map(([id, moved]) => [regionCodeOf(id), moved] as const);
  for (const [region, moved] of regions.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await adjustStock(trx, region, moved, { reason, operator, now });
  return stocks;
}
