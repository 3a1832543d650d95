/** What the app reads of the company's orders on this device. */
import { map, type Observable } from 'rxjs';
import type { OrderDocument } from '#schemas/order.ts';
import { ORDERS_LIMIT } from '#schemas/order-limit.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** The newest orders, as many as the list shows (spec 2 §9). */
export function newestOrders(account: LocalAccount): Observable<OrderDocument[]> {
  return account.collections.orders
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit: ORDERS_LIMIT })
    .$.pipe(map((found) => found.map(plainDocument)));
}

/** The vouchers of the newest orders that this person may read, as long as they have an end. */
export function readableVouchers(account: LocalAccount): Observable<OrderDocument[]> {
  return newestOrders(account).pipe(
    map((orders) => orders.filter(({ meta }) => meta.has_response && meta.usable_until !== null)),
  );
}

/** One order; null where this device has no such. */
export function orderById(account: LocalAccount, uuid: string): Observable<OrderDocument | null> {
  return account.collections.orders
    .findOne(uuid)
    .$.pipe(map((found) => (found ? plainDocument(found) : null)));
}

/** Orders by their ids; those that are not on this device are left out. */
export function ordersById(
  account: LocalAccount,
  ids: readonly string[],
): Observable<ReadonlyMap<string, OrderDocument>> {
  return account.collections.orders
    .findByIds([...ids])
    .$.pipe(map((found) => new Map([...found].map(([id, order]) => [id, plainDocument(order)]))));
}
