import { sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { isOrderInProgress, type OrderStatus, orderStatuses } from '#schemas/order.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { productKindOf, vendorTypes } from '#schemas/vendors.ts';
import { toRegionCode } from '../access/sessions.ts';
import { type OperatorHandler, type OperatorInput } from '../console/operator-handler.ts';
import { chosenRegions, type ScopedQueries } from '../console/operator-scope.ts';
import { readRegionPage } from '../console/region-page.ts';
import { anyText, anyUuid } from '../scans/any-of.ts';
import { getStatusName } from './open-orders.ts';
import { orderLines } from './order-row.ts';

type OrderQuery = OperatorInput<typeof operatorCalls.listOrders>['query'];

/** Companies whose orders a search by name lists. */
const MAX_COMPANIES = 200;

const openStatuses = Object.values(orderStatuses).filter(isOrderInProgress);

/** Lists orders from an index of their country: all, the open ones, or those of a status or vendor. */
export const listOrders: OperatorHandler<typeof operatorCalls.listOrders> = async (
  { query, operator },
  { db },
) => {
  const { search, state, company, product, from, until } = query;
  const isNumber = search !== undefined && /^\d+$/.test(search);
  const found = search && !isNumber ? await findCompanies(operator.queries, search) : null;
  const types = typesOf(query);
  const page = await readRegionPage(
    db,
    operator,
    query,
    {
      table: 'orders',
      keys: ['created_at', 'uuid'],
      isDescending: query.sort === '-at',
      where: (rows) =>
        rows
          .where('orders.deleted', '=', false)
          .$if(state !== undefined, (list) => list.where(inState(state)))
          .$if(types !== null, (list) => list.where('orders.type', '=', anyOf(types ?? [])))
          .$if(isNumber, (list) => list.where('orders.number', '=', search ?? ''))
          .$if(found !== null, (list) => list.where('orders.company_id', '=', anyUuid(found ?? [])))
          .$if(company !== undefined, (list) => list.where('orders.company_id', '=', company ?? ''))
          .$if(product !== undefined, (list) => list.where(hasProduct(product ?? '')))
          .$if(from !== undefined, (list) =>
            list.where('orders.created_at', '>=', new Date(from ?? 0)),
          )
          .$if(until !== undefined, (list) =>
            list.where('orders.created_at', '<', new Date(until ?? 0)),
          ),
    },
    { load: loadOrders, idOf: ({ id }) => id },
  );
  return { data: [...page.rows], meta: page.meta };
};

/** Literals, so that the index of open orders fits. */
function inState(state: OrderQuery['state']) {
  const statuses =
    state === 'open'
      ? openStatuses
      : Object.values(orderStatuses).filter((s) => nameOf(s) === state);
  return sql<boolean>`orders.status in (${sql.join(statuses.map((status) => sql.lit(status)))})`;
}

/** Types of a kind or of a vendor; null for all. */
function typesOf({ kind, type }: OrderQuery) {
  if (kind === undefined && type === undefined) return null;
  return vendorTypes.filter(
    (each) => (kind ?? productKindOf(each)) === productKindOf(each) && (type ?? each) === each,
  );
}

const anyOf = (types: readonly string[]) =>
  // One type is an equality, for which the index has the rows in order.
  (types.length === 1 ? sql`${types[0]}` : anyText(types)) as ReturnType<typeof anyText> &
    ReturnType<typeof sql<(typeof vendorTypes)[number]>>;

function hasProduct(product: string) {
  const line = JSON.stringify([{ product_uuid: product.toLowerCase() }]);
  return sql<boolean>`orders.contents @> ${line}::jsonb`;
}

/** Finds companies by the start of the words of their name, number or town. */
async function findCompanies(queries: ScopedQueries, search: string): Promise<string[]> {
  const rows = await queries
    .selectFrom('company_search')
    .select('company_id')
    .where(sql<boolean>`words @@ words_query(${search})`)
    .limit(MAX_COMPANIES)
    .execute();
  return rows.map(({ company_id }) => company_id);
}

/** Name of a status. */
export const nameOf = (status: OrderStatus) =>
  // Safe: each status has a name in the same table.
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

/** Lists the products for the filter. They have no personal data, but a country's shop is that country's. */
export const listOrderedProducts: OperatorHandler<
  typeof operatorCalls.listOrderedProducts
> = async ({ query, operator }, { db }) => {
  const regions: RegionCode[] = chosenRegions(operator, query.region).map(toRegionCode);
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
