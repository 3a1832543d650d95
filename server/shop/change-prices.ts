import { sql, type Transaction } from 'kysely';
import * as v from 'valibot';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import {
  APPROVAL_NEEDED,
  needsSecondPerson,
  type PriceChange,
} from '#schemas/operator/shop-calls.ts';
import { wholeNumber } from '#schemas/primitives.ts';
import { type RegionCode, type RegionId, regionCodeOf, regionIdOf } from '#schemas/regions.ts';
import {
  type ApprovableAction,
  hasSecondPerson,
  lockOperatorForCounting,
  nothingToApprove,
  type RequestContext,
  runOrRequestApproval,
  SPLIT_WINDOW_MS,
} from '../console/approvals.ts';
import { type BulkAction } from '../console/bulk-action.ts';
import { type AuditedChange, type OperatorHandler } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { anyUuid } from '../scans/any-of.ts';
import { raiseProductRevs } from './stock.ts';

/** Prices that a second person must approve. */
export interface PriceRequest {
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
  services,
) =>
  runAction(async (trx) => {
    const rows = await lockPrices(trx, getIds(variants));
    const prices = variants.flatMap(({ id, rev, price: after }) => {
      const row = rows.get(id.toLowerCase());
      if (row?.details_rev !== rev) throw new ApiFailure('conflict');
      return row.price === after ? [] : [toVariantPrice(row, after)];
    });
    const change = { act: 'changePrices', action: pricesApproval, prices, rows } as const;
    const context = { operator, why, audit, services };
    const { approval } = await runPriceAction(trx, change, context);
    return { approval };
  });

type LockedPrices = Awaited<ReturnType<typeof lockPrices>>;

interface PriceAction<Result> {
  readonly act: 'changePrices' | 'changePricesByPercent';
  readonly action: ApprovableAction<PriceRequest, Result>;
  readonly prices: readonly VariantPrice[];
  readonly rows: LockedPrices;
}

/**
 * Changes the prices of locked variants. Requests approval instead if the changes are too many or too large for one
 * person.
 * @returns the approval's id if one was requested, otherwise the action's result; null for both if no price changes
 */
export async function runPriceAction<Result>(
  trx: Transaction<Database>,
  { act, action, prices, rows }: PriceAction<Result>,
  context: RequestContext,
) {
  const [firstPrice] = prices;
  if (firstPrice === undefined) return { approval: nothingToApprove, result: null };
  const cause = { now: context.services.clock.now(), operator: context.operator.operatorId };
  const regions = [...new Set([...rows.values()].map(({ region_id }) => region_id))];
  return runOrRequestApproval(
    trx,
    action,
    {
      ...{ act, record: { kind: 'variant', id: firstPrice.id }, body: { prices, regions } },
      approval: (await isLargeChange(trx, prices, rows, cause)) ? 'if_possible' : 'none',
      summary: { prices: prices.length },
    },
    context,
  );
}

const getIds = (changes: readonly { readonly id: string }[]) =>
  changes.map(({ id }) => id.toLowerCase());

/** Locks variants in the order in which shop orders lock them, and returns them by id. */
export async function lockPrices(trx: Transaction<Database>, ids: readonly string[]) {
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
 * Returns the price of each variant before the last day's unapproved changes, by id. Omits variants without such
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
      const [firstPrice] = chain.slice(lastApprovedIndex + 1);
      return firstPrice === undefined ? [] : [[id, firstPrice.before] as const];
    }),
  );
}

/**
 * Returns the price with which the price of a new variant is compared; null if there is none. It's the price of the
 * variant with the same article number that most recently left the shop. Unapproved changes of the last day are
 * disregarded. Without this comparison, an operator could avoid an approval by removing a variant and adding it again
 * with a new price.
 */
export async function readFormerPrice(
  trx: Transaction<Database>,
  region: RegionCode,
  sku: string,
  now: number,
): Promise<number | null> {
  const former = await trx
    .selectFrom('shop_variants')
    .select(['uuid', 'price'])
    .where('region_id', '=', regionIdOf(region))
    .where('sku', '=', sku)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (former === undefined) return null;
  const trustedPrices = await readTrustedPrices(trx, new Map([[former.uuid, former]]), now);
  return trustedPrices.get(former.uuid) ?? former.price;
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
export async function isLargeChange(
  trx: Transaction<Database>,
  prices: readonly VariantPrice[],
  rows: ReadonlyMap<string, { readonly price: number }>,
  { now, operator }: PriceTime,
): Promise<boolean> {
  await lockOperatorForCounting(trx, operator);
  const trustedPrices = await readTrustedPrices(trx, rows, now);
  const changesSinceYesterday = prices.map(({ id, before, after }) => ({
    before: trustedPrices.get(id) ?? before,
    after,
  }));
  const earlierCount = await countOtherVariants(trx, getIds(prices), { now, operator });
  return needsSecondPerson(prices, earlierCount) || needsSecondPerson(changesSinceYesterday);
}

/**
 * Counts the other variants whose prices the operator has changed within a day without approval, or will change through
 * imports that have started and bulk jobs that are running. Otherwise, several actions with up to 20 prices each would
 * need no approval.
 */
async function countOtherVariants(
  trx: Transaction<Database>,
  ids: readonly string[],
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
      union all
      select planned.record_id::uuid from bulk_jobs
        join bulk_job_rows planned on planned.job = bulk_jobs.uuid
      where bulk_jobs.operator_id = ${operator}::uuid and bulk_jobs.act = 'changePrices'
        and bulk_jobs.state = 'running' and not bulk_jobs.is_approved and planned.state = 'waiting'
    ) as changed
    where variant_uuid <> all(${ids}::uuid[])`.execute(trx);
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

/** Approval of a large price change. The approval becomes void if one of the prices changes in the meantime. */
export const pricesApproval: ApprovableAction<PriceRequest> = {
  right: 'shop.edit',
  // Versions only increase, so any change changes their sum.
  readRev: async (trx, _id, { prices }) => {
    const rows = await lockPrices(trx, getIds(prices));
    if (rows.size < prices.length) return null;
    return [...rows.values()].reduce((sum, { details_rev }) => sum + details_rev, 0);
  },
  regionsOf: ({ regions }) => regions,
  run: async (trx, { body: { prices }, requestedBy, isApproved, services, audit }) => {
    const rows = await lockPrices(trx, getIds(prices));
    if (rows.size < prices.length) throw new ApiFailure('conflict');
    const now = services.clock.now();
    await applyPrices(trx, prices, { now, operator: requestedBy, audit, isApproved });
  },
};

/** Price of a row of a job, as decided when the job started. */
const plannedPrice = v.object({ before: wholeNumber, after: wholeNumber });

/** Changes the price of one variant in a job. The row fails if the price has changed since the job started. */
export const priceBulkAction: BulkAction = {
  right: 'shop.edit',
  recordKind: 'variant',
  validateRetry: async (trx, { recordIds, regions, operatorId, now }) => {
    await lockOperatorForCounting(trx, operatorId);
    const earlierCount = await countOtherVariants(trx, recordIds, { now, operator: operatorId });
    if (!needsSecondPerson([], earlierCount + recordIds.length)) return;
    const approval = { right: 'shop.edit', regions, requestedBy: operatorId } as const;
    if (await hasSecondPerson(trx, approval))
      throw new ApiFailure('conflict', { details: { reason: APPROVAL_NEEDED } });
  },
  run: async (trx, { recordId, input, operator, isApproved, services, audit }) => {
    const { before, after } = v.parse(plannedPrice, input);
    const row = (await lockPrices(trx, [recordId])).get(recordId);
    if (row === undefined || !operator.regions.includes(row.region_id))
      throw new ApiFailure('not_found');
    if (row.price !== before) throw new ApiFailure('conflict');
    const time = { now: services.clock.now(), operator: operator.operatorId };
    await applyPrices(trx, [toVariantPrice(row, after)], { ...time, audit, isApproved });
  },
};
