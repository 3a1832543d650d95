/** Reads the company's orders from the local database. */
import { map, type Observable } from 'rxjs';
import type { OrderDocument } from '#schemas/order.ts';
import { ORDERS_LIMIT } from '#schemas/order-limit.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** The newest orders, up to the list's limit (spec 2 §9). */
export function newestOrders(account: LocalAccount): Observable<OrderDocument[]> {
  return account.collections.orders
    .find({ selector: {}, sort: [{ newest_first: 'asc' }], limit: ORDERS_LIMIT })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}

/** Vouchers that expire, among the newest orders; only those this user may see. */
export function readableVouchers(account: LocalAccount): Observable<OrderDocument[]> {
  return newestOrders(account).pipe(
    map((orders) => orders.filter(({ meta }) => meta.has_response && meta.usable_until !== null)),
  );
}

/** One order; null if it isn't on this device. */
export function orderById(account: LocalAccount, uuid: string): Observable<OrderDocument | null> {
  return account.collections.orders
    .findOne(uuid)
    .$.pipe(map((document) => (document ? plainDocument(document) : null)));
}

/** Orders by id; omits those not on this device. */
export function ordersById(
  account: LocalAccount,
  ids: readonly string[],
): Observable<ReadonlyMap<string, OrderDocument>> {
  return account.collections.orders
    .findByIds([...ids])
    .$.pipe(
      map(
        (documentsById) =>
          new Map([...documentsById].map(([id, order]) => [id, plainDocument(order)])),
      ),
    );
}
