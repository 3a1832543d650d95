/** What the app reads of the company's orders on this device. */
import { map, type Observable } from 'rxjs';
import { type OrderDocument, ORDERS_LIMIT } from '#schemas/order.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { Account } from '#sync/account.ts';

/** The newest orders, as many as the list shows (spec 2 §9). */
export function newestOrders(account: Account): Observable<OrderDocument[]> {
  return account.collections.orders
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit: ORDERS_LIMIT })
    .$.pipe(map((found) => found.map(plainDocument)));
}

/** One order; null where this device has no such. */
export function orderById(account: Account, uuid: string): Observable<OrderDocument | null> {
  return account.collections.orders
    .findOne(uuid)
    .$.pipe(map((found) => (found ? plainDocument(found) : null)));
}
