import { sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { overdueBefore } from '#schemas/operator/queue-targets.ts';
import { isOrderInProgress, type OrderStatus, orderStatuses } from '#schemas/order.ts';
import { type RegionCode, type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { productKindOf, type VendorType, vendorTypes } from '#schemas/vendors.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { chosenRegions, type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
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
  // A batch is small, so its orders are compared with the companies.
  const found = batch === undefined ? search : { found: isInBatch(batch) };
  const conditions = [
    ...conditionsOf(query, clock.now()),
    ...(batch === undefined || search === null ? [] : [search.compared]),
  ];
  const order = { keys: ['created_at', 'uuid'], isDescending: sort === '-at' } as const;
  const loader = { load: loadOrders, idOf: ({ id }: { readonly id: string }) => id };
  const page =
    product === undefined
      ? await readRegionPage(
          db,
          operator,
          query,
          {
            ...{ ...order, table: 'orders' },
            where: (rows) => rows.where('deleted', '=', false).where(joinConditions(conditions)),
            ...found,
            parts: partsOfTypes(query, operator),
          },
          loader,
        )
      : await readRegionPage(
          db,
          operator,
          query,
          {
            ...{ ...order, ...found, table: 'ordered_products' },
            where: (rows) =>
              rows.where('product_uuid', '=', product).where(joinConditions(conditions)),
          },
          loader,
        );
  return { data: [...page.rows], meta: page.meta };
};

const isNumber = (search: string) => /^\d+$/.test(search);

/** Conditions on columns that orders and ordered products share. */
function conditionsOf(query: OrderQuery, now: number) {
  const { search = '', state, company, overdue, from, until } = query;
  const types = typesOf(query);
  const conditions = [
    state !== undefined && hasState(state),
    types !== null && sql<boolean>`type = ${anyOf(types)}`,
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
      : Object.values(orderStatuses).filter((s) => nameOf(s) === state);
  return sql<boolean>`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}

/** Returns the order types that match the query's kind and vendor; null if the query has neither. */
function typesOf({ kind, type }: OrderQuery) {
  if (kind === undefined && type === undefined) return null;
  return vendorTypes.filter(
    (each) => (kind ?? productKindOf(each)) === productKindOf(each) && (type ?? each) === each,
  );
}

/** With one type the condition is an equality, so the index returns the rows in order. */
const anyOf = (types: readonly VendorType[]) =>
  types.length === 1 ? sql`${types[0]}` : anyText(types);

/**
 * Returns the conditions of a search for companies by prefixes of words in their name, number or town. Null if the text
 * is empty or an order's number. Exported to test both forms of the condition.
 */
export function matchCompanies(
  { regions }: Pick<OperatorActor, 'regions'>,
  table: 'ordered_products' | 'orders',
  search = '',
) {
  if (search === '' || isNumber(search)) return null;
  const isFound = sql<boolean>`words @@ words_query(${search})`;
  return {
    found: sql<boolean>`company_id in (select company_id from company_search where ${isFound}
      and region_id = any(${[...regions]}::integer[]))`,
    // Reads the company of a single order by its key.
    compared: sql<boolean>`(select ${isFound} from company_search as company
      where company.company_id = ${sql.ref(`${table}.company_id`)}) is true`,
  };
}

/** Parts of a list for a kind: the orders of each of its types. */
function partsOfTypes(query: OrderQuery, { regions }: Pick<OperatorActor, 'regions'>) {
  const types = typesOf(query);
  // The indexes for other filters also compare the type.
  const isFiltered =
    query.state !== undefined || query.overdue !== undefined || query.company !== undefined;
  if (types === null || isFiltered) return undefined;
  const values = sql<{ region: RegionId; value: string }>`
    select region, value from unnest(${regions}::integer[]) as region, unnest(${types}::text[]) as value`;
  return { column: 'type', values } as const;
}

/** Name of a status. */
export const nameOf = (status: OrderStatus) =>
  // Safe: the same table contains a name for each status.
  getStatusName(status) as keyof typeof orderStatuses;

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
    state: nameOf(row.status),
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

/** Lists the products for the filter. They contain no personal data, but only the operator's countries. */
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
