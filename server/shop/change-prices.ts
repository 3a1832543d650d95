import { type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { needsSecondPerson } from '#schemas/operator/shop-calls.ts';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { toRegionCode } from '../access/sessions.ts';
import { type ApprovableAct, hasSecondPerson, requestApproval } from '../console/approvals.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { raiseProductRevs } from './stock.ts';

/** New prices as they wait for a second person. */
interface PriceRequest {
  readonly prices: readonly PriceChange[];
  readonly regions: readonly RegionId[];
}

/** The number and the old price are for the second person. */
interface PriceChange {
  readonly id: string;
  readonly sku: string;
  readonly before: number;
  readonly after: number;
}

/** Changes prices at once, or asks for a second person. All are changed or none. */
export const changePrices: OperatorHandler<typeof operatorCalls.changePrices> = (
  { body: { variants: wanted, why }, operator, audit, runAct },
  { clock },
) =>
  runAct(async (trx) => {
    const requestedBy = operator.operatorId;
    const rows = new Map((await lockPrices(trx, idsOf(wanted))).map((row) => [row.uuid, row]));
    const prices = wanted.flatMap(({ id, rev, price: after }) => {
      const row = rows.get(id.toLowerCase());
      if (row?.details_rev !== rev) throw new ApiFailure('conflict');
      const { uuid, sku, price: before } = row;
      return before === after ? [] : [{ id: uuid, sku, before, after }];
    });
    const [first] = prices;
    if (first === undefined) return { approval: null };
    const regions = [...new Set([...rows.values()].map(({ region_id }) => region_id))];
    const body: PriceRequest = { prices, regions };
    const { right } = pricesApproval;
    const isLarge = needsSecondPerson(prices);
    if (!isLarge || !(await hasSecondPerson(trx, { right, regions, requestedBy }))) {
      await applyPrices(trx, body, { now: clock.now(), audit });
      return { approval: null };
    }
    const rev = (await pricesApproval.readRev(trx, first.id, body)) ?? 0;
    const approval = await requestApproval(trx, clock.now(), {
      ...{ act: 'changePrices', body, why, regions, requestedBy },
      record: { kind: 'variant', id: first.id, rev },
    });
    const [region = null, ...others] = regions;
    audit({
      kind: 'approval',
      id: approval,
      region: others.length === 0 ? region : null,
      before: null,
      after: { prices: prices.length },
    });
    return { approval };
  });

const idsOf = (changes: readonly { readonly id: string }[]) =>
  changes.map(({ id }) => id.toLowerCase());

/** Locks variants in the order in which orders lock them. */
function lockPrices(trx: Transaction<Database>, ids: readonly string[]) {
  return trx
    .selectFrom('shop_variants')
    .select(['uuid', 'product_uuid', 'region_id', 'sku', 'price', 'details_rev'])
    .where('uuid', '=', anyUuid(ids))
    .where('is_listed', '=', true)
    .orderBy('uuid')
    .forUpdate()
    .execute();
}

async function applyPrices(
  trx: Transaction<Database>,
  { prices }: PriceRequest,
  { now, audit }: { readonly now: number; readonly audit: (change: AuditedChange) => void },
): Promise<void> {
  const rows = new Map((await lockPrices(trx, idsOf(prices))).map((row) => [row.uuid, row]));
  const products = new Map<RegionCode, Set<string>>();
  for (const { id, before, after } of prices) {
    const row = rows.get(id);
    if (row === undefined) throw new ApiFailure('conflict');
    await trx.updateTable('shop_variants').set({ price: after }).where('uuid', '=', id).execute();
    audit({
      kind: 'product',
      id: row.product_uuid,
      region: row.region_id,
      before: { number: row.sku, price: before },
      after: { number: row.sku, price: after },
    });
    const region = toRegionCode(row.region_id);
    products.set(region, (products.get(region) ?? new Set()).add(row.product_uuid));
  }
  // Always in this order, so that two acts can't deadlock.
  for (const [region, changed] of [...products].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await raiseProductRevs(trx, region, changed, now);
}

/** Large price changes. A change of one of the prices meanwhile makes them void. */
export const pricesApproval: ApprovableAct = {
  right: 'shop.edit',
  // The sum changes with each of the versions, which only rise.
  readRev: async (trx, _id, body) => {
    // Written by `requestApproval` with the same type.
    const { prices } = body as PriceRequest;
    const rows = await lockPrices(trx, idsOf(prices));
    if (rows.length < prices.length) return null;
    return rows.reduce((sum, { details_rev }) => sum + details_rev, 0);
  },
  regionsOf: (body) => (body as PriceRequest).regions,
  run: (trx, { body, services, audit }) =>
    applyPrices(trx, body as PriceRequest, { now: services.clock.now(), audit }),
};
