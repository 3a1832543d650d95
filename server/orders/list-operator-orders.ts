import { sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { overdueBefore } from '#schemas/operator/queue-targets.ts';
import { isOrderInProgress, orderStatuses } from '#schemas/order.ts';
import { type RegionCode, type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { productKindOf, type VendorType, vendorTypes } from '#schemas/vendors.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { chosenRegions, type ScopedQueries } from '../console/operator-scope.ts';
import { loadClaims } from '../console/record-claims.ts';
import { readRegionPage } from '../console/region-page.ts';
import { claimFromQueue, findInList } from '../console/work-queues.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { getStatusName } from './open-orders.ts';
import { orderLines } from './order-row.ts';

type OrderQuery = OperatorInput<typeof operatorCalls.listOrders>['query'];

const openStatuses = Object.values(orderStatuses).filter(isOrderInProgress);

/** Lists orders from their country's index: all, the open ones, or those with a status, vendor, company or product. */
export const listOrders: OperatorHandler<typeof operatorCalls.listOrders> = async (
  { query, operator },
  { db, clock },
) => {
  const { product, batch, sort } = query;
  const table = product === undefined ? 'orders' : 'ordered_products';
  const search = matchCompanies(operator, table, query.search);
  // A batch is small, so the company search is checked for each of its orders.
  const searchConditions = batch === undefined ? search : { searchCondition: isInBatch(batch) };
  const conditions = [
    ...getConditions(query, clock.now()),
    ...(batch === undefined || search === null ? [] : [search.rowCondition]),
  ];
  const order = { keys: ['created_at', 'uuid'], isDescending: sort === '-at' } as const;
  const claimer = { kind: 'order', operatorId: operator.operatorId };
  const loader = {
    load: async (ids: readonly string[], queries: ScopedQueries) => {
      const claims = await loadClaims(db, claimer, ids, clock.now());
      const orders = await loadOrders(ids, queries);
      return orders.map((order) => ({ ...order, claimed: claims.get(order.id) ?? null }));
    },
    idOf: ({ id }: { readonly id: string }) => id,
  };
  const page =
    product === undefined
      ? await readRegionPage(
          db,
          operator,
          query,
          {
            ...{ ...order, table: 'orders' },
            where: (rows) => rows.where('deleted', '=', false).where(joinConditions(conditions)),
            ...searchConditions,
            parts:
              query.company === undefined
                ? createTypeParts(query, operator)
                : createCompanyPart(query.company),
          },
          loader,
        )
      : await readRegionPage(
          db,
          operator,
          query,
          {
            ...{ ...order, ...searchConditions, table: 'ordered_products' },
            where: (rows) =>
              rows.where('product_uuid', '=', product).where(joinConditions(conditions)),
          },
          loader,
        );
  return { data: [...page.rows], meta: page.meta };
};

const isNumber = (search: string) => /^\d+$/.test(search);

/** Conditions on columns that orders and ordered products share. */
function getConditions(query: OrderQuery, now: number) {
  const { search = '', state, company, overdue, from, until } = query;
  const types = findTypes(query);
  const conditions = [
    state !== undefined && hasState(state),
    types !== null && sql<boolean>`type = ${matchTypes(types)}`,
    isNumber(search) && sql<boolean>`uuid = (select uuid from orders where number = ${search})`,
    company !== undefined && sql<boolean>`company_id = ${company}`,
    overdue === 1 &&
      sql<boolean>`${hasState('open')} and created_at < ${overdueBefore('orders', now)}`,
    from !== undefined && sql<boolean>`created_at >= ${new Date(from)}`,
    until !== undefined && sql<boolean>`created_at < ${new Date(until)}`,
  ];
  return conditions.filter((condition) => condition !== false);
}

/** True for orders in a batch, which is small enough to be sorted. */
const isInBatch = (batch: string) =>
  sql<boolean>`uuid in (select order_uuid from batched_orders where batch_uuid = ${batch})`;

/** Uses literals, so that PostgreSQL can use the index of open orders. */
function hasState(state: OrderQuery['state']) {
  const statuses =
    state === 'open'
      ? openStatuses
      : Object.values(orderStatuses).filter((s) => getStatusName(s) === state);
  return sql<boolean>`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}

/** Returns the order types that match the query's kind and vendor; null if the query has neither. */
function findTypes({ kind, type }: OrderQuery) {
  if (kind === undefined && type === undefined) return null;
  return vendorTypes.filter(
    (each) => (kind ?? productKindOf(each)) === productKindOf(each) && (type ?? each) === each,
  );
}

/** With one type the condition is an equality, so the index returns the rows in order. */
const matchTypes = (types: readonly VendorType[]) =>
  types.length === 1 ? sql`${types[0]}` : anyText(types);

/**
 * Returns the conditions of a search for companies by prefixes of words in their name, number or town. Null if the text
 * is empty or an order's number. Exported to test both forms of the condition.
 */
export function matchCompanies(
  { regions }: Pick<OperatorActor, 'regions'>,
  table: 'club_cards' | 'ordered_products' | 'orders',
  search = '',
) {
  if (search === '' || isNumber(search)) return null;
  const isFound = sql<boolean>`words @@ words_query(${search})`;
  const from = sql`from company_search where ${isFound} and region_id = any(${[...regions]}::integer[])`;
  const values = sql<{ region: RegionId; value: string }>`
    select region_id as region, company_id as value ${from}`;
  return {
    searchCondition: sql<boolean>`company_id in (select company_id ${from})`,
    // No index covers both company and product.
    searchParts:
      table === 'ordered_products' ? undefined : ({ column: 'company_id', values } as const),
    // Reads the company of a single order by its key.
    rowCondition: sql<boolean>`(select ${isFound} from company_search as company
      where company.company_id = ${sql.ref(`${table}.company_id`)}) is true`,
  };
}

/** Parts of a list for a kind: the orders of each of its types. Exported to test its query plans. */
export function createTypeParts(query: OrderQuery, { regions }: Pick<OperatorActor, 'regions'>) {
  const types = findTypes(query);
  // The index of a company's orders also covers the type.
  if (types === null || query.company !== undefined) return undefined;
  const values = sql<{ region: RegionId; value: string }>`
    select region, value from unnest(${regions}::integer[]) as region, unnest(${types}::text[]) as value`;
  return { column: 'type', values } as const;
}

/** Part of a list for a company: its orders, in its country. */
const createCompanyPart = (company: string) => ({
  column: 'company_id' as const,
  values: sql<{ region: RegionId; value: string }>`
    select regions_id as region, id as value from companies where id = ${company}`,
});

async function loadOrders(ids: readonly string[], queries: ScopedQueries) {
  const rows = await queries
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .selectAll('orders')
    .select('companies.name as company_name')
    .where('orders.uuid', '=', anyUuid(ids))
    .execute();
  return rows.map((row) => ({
    id: row.uuid,
    number: row.number,
    state: getStatusName(row.status),
    type: row.type,
    kind: productKindOf(row.type),
    points: row.points,
    region: row.region_id,
    company: { id: row.company_id, name: row.company_name },
    goods: orderLines(row).map(({ name, quantity }) => ({ name, quantity })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** True if no running bulk job is about to decide the order. Until the job gets to it, the order is still open. */
export const hasNoPlannedDecision = sql<boolean>`not exists (
  select from bulk_jobs join bulk_job_rows planned on planned.job = bulk_jobs.uuid
  where bulk_jobs.state = 'running' and planned.record_id = orders.uuid::text and planned.state = 'waiting')`;

/** Claims open orders. */
export const claimOrders = claimFromQueue(
  'order',
  findInList(
    () => ({
      table: 'orders',
      keys: ['created_at', 'uuid'],
      isDescending: false,
      where: (rows) =>
        rows.where('deleted', '=', false).where(hasState('open')).where(hasNoPlannedDecision),
    }),
    (company) => sql<boolean>`orders.company_id = ${company}::uuid`,
  ),
);

/** Lists the products for the filter: those of the operator's countries. They contain no personal data. */
export const listOrderedProducts: OperatorHandler<
  typeof operatorCalls.listOrderedProducts
> = async ({ query, operator }, { db }) => {
  const regions: RegionCode[] = chosenRegions(operator, query.region).map(regionCodeOf);
  const rows = await db
    .selectFrom('shop_products')
    .select(['uuid as id', 'name'])
    .where('region', '=', anyText(regions) as never)
    .where('deleted', '=', false)
    .orderBy('name')
    .orderBy('uuid')
    .limit(1000)
    .execute();
  return { data: rows };
};
