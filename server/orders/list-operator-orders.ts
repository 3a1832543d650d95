import { type Expression, type Kysely, sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { isOrderInProgress, type OrderStatus, orderStatuses } from '#schemas/order.ts';
import { type RegionCode, type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { productKindOf, type VendorType, vendorTypes } from '#schemas/vendors.ts';
import {
  type OperatorActor,
  type OperatorHandler,
  type OperatorInput,
} from '../console/operator-handler.ts';
import { chosenRegions, type ScopedQueries } from '../console/operator-scope.ts';
import { countLimited } from '../console/operator-pages.ts';
import { readRegionPage } from '../console/region-page.ts';
import { joinConditions } from '../db/join-conditions.ts';
import { type Database } from '../db/tables.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { getStatusName } from './open-orders.ts';
import { orderLines } from './order-row.ts';

type OrderQuery = OperatorInput<typeof operatorCalls.listOrders>['query'];

/** Up to this many companies found, the orders of each are read separately. With more, orders are compared with them. */
const MAX_READ_COMPANIES = 500;
/** How many companies are compared with the words before their index is used. */
const MAX_COMPARED_COMPANIES = 5000;

const openStatuses = Object.values(orderStatuses).filter(isOrderInProgress);

/** Lists orders from their country's index: all, the open ones, or those with a status, vendor, company or product. */
export const listOrders: OperatorHandler<typeof operatorCalls.listOrders> = async (
  { query, operator },
  { db },
) => {
  const { product, batch, sort } = query;
  const table = product === undefined ? 'orders' : 'ordered_products';
  const search = await readCompanySearch(db, operator, table, query.search);
  const conditions = conditionsOf(query);
  const found = batch === undefined ? search?.found : isInBatch(batch);
  const comparison = batch === undefined ? search?.compared : undefined;
  // A batch is small, so its orders are compared with the companies.
  if (batch !== undefined && search) conditions.push(search.compared);
  const order = { keys: ['created_at', 'uuid'], isDescending: sort === '-at' } as const;
  const loader = { load: loadOrders, idOf: ({ id }: { readonly id: string }) => id };
  const hasParts = batch === undefined && search?.parts !== undefined;
  const page =
    product === undefined
      ? await readRegionPage(
          db,
          operator,
          query,
          {
            ...{ ...order, table: 'orders' },
            where: (rows) => rows.where('deleted', '=', false).where(joinConditions(conditions)),
            ...(hasParts
              ? { parts: search.parts }
              : {
                  found,
                  compared: comparison,
                  countedParts: batch === undefined ? search?.countedParts : undefined,
                  parts: partsOfTypes(query, operator),
                }),
          },
          loader,
        )
      : await readRegionPage(
          db,
          operator,
          query,
          {
            ...{ ...order, table: 'ordered_products', found, compared: comparison },
            where: (rows) =>
              rows.where('product_uuid', '=', product).where(joinConditions(conditions)),
          },
          loader,
        );
  return { data: [...page.rows], meta: page.meta };
};

const isNumber = (search: string) => /^\d+$/.test(search);

/** Conditions on columns that orders and ordered products share. */
function conditionsOf(query: OrderQuery) {
  const { search = '', state, company, from, until } = query;
  const types = typesOf(query);
  const conditions = [
    state !== undefined && hasState(state),
    types !== null && sql<boolean>`type = ${anyOf(types)}`,
    isNumber(search) && sql<boolean>`uuid = (select uuid from orders where number = ${search})`,
    company !== undefined && sql<boolean>`company_id = ${company}`,
    from !== undefined && sql<boolean>`created_at >= ${new Date(from)}`,
    until !== undefined && sql<boolean>`created_at < ${new Date(until)}`,
  ];
  return conditions.filter((condition) => condition !== false);
}

/** True for orders in a batch, which is small enough to be sorted. */
const isInBatch = (batch: string) =>
  sql<boolean>`uuid in (select order_uuid from batched_orders where batch_uuid = ${batch})`;

/** Literals, so that the index of open orders can be used. */
function hasState(state: OrderQuery['state']) {
  const statuses =
    state === 'open'
      ? openStatuses
      : Object.values(orderStatuses).filter((s) => nameOf(s) === state);
  return sql<boolean>`status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}

/** Types for a kind or vendor; null for all. */
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
 * Conditions of a search for companies, by prefixes of words in their name, number or town; null if the text is empty or
 * an order's number. `parts` reads the orders of each company, if few are found.
 * Exported for the test of its forms.
 */
export async function readCompanySearch(
  db: Kysely<Database>,
  { queries, regions }: Pick<OperatorActor, 'queries' | 'regions'>,
  table: 'ordered_products' | 'orders',
  search = '',
) {
  if (search === '' || isNumber(search)) return null;
  const isFound = sql<boolean>`words @@ words_query(${search})`;
  const companies = queries
    .selectFrom('company_search')
    .select(['company_id as value', 'region_id as region'])
    .where(isFound);
  // Without the index, which finds frequent words slowly.
  const first = queries.selectFrom('company_search').select('words').limit(MAX_COMPARED_COMPANIES);
  const comparison = sql`select 1 from (${first}) as company where (${isFound}) is true
    limit ${MAX_READ_COMPANIES + 1}`;
  const isAtMostRead = async (rows: Expression<unknown>) =>
    ((await countLimited(db, rows)) ?? Infinity) <= MAX_READ_COMPANIES;
  const hasFewCompanies =
    (await isAtMostRead(comparison)) &&
    (await isAtMostRead(companies.limit(MAX_READ_COMPANIES + 1)));
  const parts = { column: 'company_id', values: companies } as const;
  return {
    found: sql<boolean>`company_id in (select company_id from company_search where ${isFound}
      and region_id = any(${[...regions]}::integer[]))`,
    // Reads the company by its key, so that rows can be compared in the order of the list.
    compared: sql<boolean>`(select ${isFound} from company_search as company
      where company.company_id = ${sql.ref(`${table}.company_id`)}) is true`,
    parts: hasFewCompanies ? parts : undefined,
    countedParts: hasFewCompanies ? undefined : parts,
  };
}

/** Parts of a list for a kind: the orders of each of its types. */
function partsOfTypes(query: OrderQuery, { regions }: Pick<OperatorActor, 'regions'>) {
  const types = typesOf(query);
  // The indexes for other filters also compare the type.
  if (types === null || query.state !== undefined || query.company !== undefined) return undefined;
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
