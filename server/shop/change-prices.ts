import { sql, type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { needsSecondPerson, type PriceChange } from '#schemas/operator/shop-calls.ts';
import { type RegionCode, type RegionId, regionCodeOf } from '#schemas/regions.ts';
import {
  type ApprovableAction,
  hasSecondPerson,
  lockOperatorForCounting,
  requestApproval,
  SPLIT_WINDOW_MS,
} from '../console/approvals.ts';
import { commonRegion } from '../console/change-grants.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { raiseProductRevs } from './stock.ts';

/** Prices that a second person must approve. */
interface PriceRequest {
  readonly prices: readonly VariantPrice[];
  readonly regions: readonly RegionId[];
}

/** A change to a variant's price. The approver sees the variant's article number. */
interface VariantPrice extends PriceChange {
  readonly id: string;
  readonly sku: string;
}

interface PricedVariant {
  readonly uuid: string;
  readonly sku: string;
  readonly price: number;
}

/** Describes a change to a variant's price. */
export const toVariantPrice = (
  { uuid, sku, price }: PricedVariant,
  after: number,
): VariantPrice => ({
  id: uuid,
  sku,
  before: price,
  after,
});

/** Changes all of the prices immediately, or requests approval for all of them. */
export const changePrices: OperatorHandler<typeof operatorCalls.changePrices> = (
  { body: { variants, why }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const requestedBy = operator.operatorId;
    const rows = await lockPrices(trx, idsOf(variants));
    const prices = variants.flatMap(({ id, rev, price: after }) => {
      const row = rows.get(id.toLowerCase());
      if (row?.details_rev !== rev) throw new ApiFailure('conflict');
      const { price: before } = row;
      return before === after ? [] : [toVariantPrice(row, after)];
    });
    const [first] = prices;
    if (first === undefined) return { approval: null };
    const regions = [...new Set([...rows.values()].map(({ region_id }) => region_id))];
    const body: PriceRequest = { prices, regions };
    const { right } = pricesApproval;
    const now = clock.now();
    const cause = { now, operator: requestedBy };
    const isLarge = await areLarge(trx, prices, rows, cause);
    if (!isLarge || !(await hasSecondPerson(trx, { right, regions, requestedBy }))) {
      await applyPrices(trx, prices, { ...cause, audit, isApproved: false });
      return { approval: null };
    }
    const rev = (await pricesApproval.readRev(trx, first.id, body, now)) ?? 0;
    const approval = await requestApproval(trx, now, {
      act: 'changePrices',
      body,
      why,
      regions,
      requestedBy,
      record: { kind: 'variant', id: first.id, rev },
    });
    audit({
      kind: 'approval',
      id: approval,
      region: commonRegion(regions),
      before: null,
      after: { prices: prices.length },
    });
    return { approval };
  });

const idsOf = (changes: readonly { readonly id: string }[]) =>
  changes.map(({ id }) => id.toLowerCase());

/** Locks variants in the same order as orders, and returns them by id. */
async function lockPrices(trx: Transaction<Database>, ids: readonly string[]) {
  const rows = await trx
    .selectFrom('shop_variants')
    .select(['uuid', 'product_uuid', 'region_id', 'sku', 'price', 'details_rev'])
    .where('uuid', '=', anyUuid(ids))
    .where('is_listed', '=', true)
    .orderBy('uuid')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.uuid, row]));
}

/**
 * Returns the price of each variant before the last day’s unapproved changes, by id. Omits variants without such
 * changes. New prices are compared with these prices, because otherwise several changes in a row, each by just under
 * half, would need no approval.
 */
async function readTrustedPrices(
  trx: Transaction<Database>,
  rows: ReadonlyMap<string, { readonly price: number }>,
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const changes = await trx
    .selectFrom('price_changes')
    .select(['variant_uuid', 'before', 'after', 'is_approved'])
    .where('variant_uuid', '=', anyUuid([...rows.keys()]))
    .where('at', '>', new Date(now - SPLIT_WINDOW_MS))
    .orderBy('id')
    .execute();
  const chains = Map.groupBy(changes, ({ variant_uuid: id }) => id);
  return new Map(
    [...chains].flatMap(([id, chain]) => {
      // A setup has written another price after these changes, so they no longer count.
      if (chain.at(-1)?.after !== rows.get(id)?.price) return [];
      const lastApprovedIndex = chain.findLastIndex((change) => change.is_approved);
      const [first] = chain.slice(lastApprovedIndex + 1);
      return first === undefined ? [] : [[id, first.before] as const];
    }),
  );
}

/** Operator and time of a price change. */
interface PriceTime {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly operator: string;
}

/**
 * True if the price changes, together with those of the last day, are too many or too large for one person. Locks the
 * operator, so that the operator's concurrent changes are counted one after the other.
 * @param rows the locked variants by id
 */
export async function areLarge(
  trx: Transaction<Database>,
  prices: readonly VariantPrice[],
  rows: ReadonlyMap<string, { readonly price: number }>,
  { now, operator }: PriceTime,
): Promise<boolean> {
  await lockOperatorForCounting(trx, operator);
  const trustedPrices = await readTrustedPrices(trx, rows, now);
  const sinceYesterday = prices.map(({ id, before, after }) => ({
    before: trustedPrices.get(id) ?? before,
    after,
  }));
  const earlier = await countOthers(trx, prices, { now, operator });
  return needsSecondPerson(prices, earlier) || needsSecondPerson(sinceYesterday);
}

/**
 * Counts the other variants whose prices the operator has changed within a day without approval, or will change through
 * imports that have started and bulk jobs that are running. Otherwise, several actions with up to 20 prices each would need no approval.
 */
async function countOthers(
  trx: Transaction<Database>,
  prices: readonly VariantPrice[],
  { now, operator }: PriceTime,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct variant_uuid)::int as count from (
      select variant_uuid from price_changes
      where operator_id = ${operator}::uuid and at > ${new Date(now - SPLIT_WINDOW_MS)} and not is_approved
      union all
      select planned.variant_uuid from imports
        join import_shop_rows planned on planned.import_uuid = imports.uuid
      where coalesce(imports.started_by, imports.run_by) = ${operator}::uuid and not imports.is_approved and planned.price_after is not null
        and imports.state in ('applying', 'taking_back', 'stopped', 'failed')
        and imports.phase = case when planned.applied then 'taking_back' else 'applying' end
    ) as changed
    where variant_uuid <> all(${idsOf(prices)}::uuid[])`.execute(trx);
  return rows[0]?.count ?? 0;
}

interface PriceCause extends PriceTime {
  readonly audit: (change: AuditedChange) => void;
  readonly isApproved: boolean;
}

/**
 * Changes the prices of locked variants, and gives their products new revs.
 * @throws ApiFailure `conflict` if a variant doesn't exist
 */
export async function applyPrices(
  trx: Transaction<Database>,
  prices: readonly VariantPrice[],
  { now, operator, audit, isApproved }: PriceCause,
): Promise<void> {
  if (prices.length === 0) return;
  const ids = prices.map(({ id }) => id);
  const after = prices.map((price) => price.after);
  const before = prices.map((price) => price.before);
  const { rows } = await sql<{ uuid: string; product_uuid: string; region_id: RegionId }>`
    update shop_variants variant set price = change.price
    from unnest(${ids}::uuid[], ${after}::integer[]) as change (uuid, price)
    where variant.uuid = change.uuid
    returning variant.uuid, variant.product_uuid, variant.region_id`.execute(trx);
  await sql`
    insert into price_changes (variant_uuid, at, before, after, is_approved, operator_id)
    select uuid, ${new Date(now)}, before, after, ${isApproved}, ${operator}::uuid
    from unnest(${ids}::uuid[], ${before}::integer[], ${after}::integer[]) as change (uuid, before, after)`.execute(
    trx,
  );
  const changedVariants = new Map(rows.map((row) => [row.uuid, row]));
  const products = new Map<RegionCode, Set<string>>();
  for (const price of prices) {
    const row = changedVariants.get(price.id);
    if (row === undefined) throw new ApiFailure('conflict');
    audit({
      kind: 'product',
      id: row.product_uuid,
      region: row.region_id,
      before: { number: price.sku, price: price.before },
      after: { number: price.sku, price: price.after },
    });
    const region = regionCodeOf(row.region_id);
    products.set(region, (products.get(region) ?? new Set()).add(row.product_uuid));
  }
  // The countries are always processed in this order, to avoid deadlocks.
  for (const [region, raisedProducts] of [...products].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await raiseProductRevs(trx, region, raisedProducts, now);
}

/** Approval of a large price change. Void if one of the prices changes in the meantime. */
export const pricesApproval: ApprovableAction = {
  right: 'shop.edit',
  // Versions only increase, so any change changes their sum.
  readRev: async (trx, _id, body) => {
    // Written by `requestApproval` with the same type.
    const { prices } = body as PriceRequest;
    const rows = await lockPrices(trx, idsOf(prices));
    if (rows.size < prices.length) return null;
    return [...rows.values()].reduce((sum, { details_rev }) => sum + details_rev, 0);
  },
  regionsOf: (body) => (body as PriceRequest).regions,
  run: async (trx, { body, requestedBy, services, audit }) => {
    const { prices } = body as PriceRequest;
    const rows = await lockPrices(trx, idsOf(prices));
    if (rows.size < prices.length) throw new ApiFailure('conflict');
    await applyPrices(trx, prices, {
      now: services.clock.now(),
      operator: requestedBy,
      audit,
      isApproved: true,
    });
  },
};
