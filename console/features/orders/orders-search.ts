import * as v from 'valibot';
import type { QueryOf } from '#schemas/api/call.ts';
import type { orderCalls } from '#schemas/operator/order-calls.ts';
import { orderKinds, orderStates } from '#schemas/operator/order-kinds.ts';
import { day, uuid } from '#schemas/primitives.ts';
import type { RegionId } from '#schemas/regions.ts';
import { vendorType } from '#schemas/vendors.ts';
import { dayQuery } from '#console/parts/list-days.ts';
import { listEntries, searchQuery, urlChoice, urlText } from '#console/parts/url-state.ts';

const optionalDay = v.fallback(v.optional(day), undefined);

/** Search parameters of the list of orders. */
export const ordersSearch = v.object({
  search: urlText(100),
  state: urlChoice(['open', ...orderStates]),
  overdue: urlChoice(['1']),
  kind: urlChoice(orderKinds),
  type: v.fallback(v.optional(vendorType), undefined),
  region: urlText(3),
  company: v.fallback(v.optional(uuid), undefined),
  product: v.fallback(v.optional(uuid), undefined),
  batch: v.fallback(v.optional(uuid), undefined),
  from: optionalDay,
  until: optionalDay,
  sort: urlChoice(['at', '-at']),
  ...listEntries,
});
type OrdersSearch = v.InferOutput<typeof ordersSearch>;

/** Search parameters of an order. */
export const orderSearch = v.object({
  tab: urlText(40),
  /** `1` while working through the queue. */
  queue: urlChoice(['1']),
});

/** Rows per page. */
const ORDERS_PAGE_SIZE = 50;

/** Returns the query for the list call. The last day is included. */
export function ordersQuery(
  { hide: _hide, region: _region, search, overdue, sort, from, until, ...filters }: OrdersSearch,
  region: RegionId | undefined,
): QueryOf<typeof orderCalls.listOrders> {
  return {
    ...filters,
    region,
    search: searchQuery(search),
    overdue: overdue && 1,
    // Open orders are sorted as a queue, oldest first.
    sort: sort ?? (filters.state === 'open' ? 'at' : '-at'),
    ...dayQuery(region, { from, until }),
    limit: ORDERS_PAGE_SIZE,
  };
}
