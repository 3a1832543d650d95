/** Reads the cart from the local database. */
import { map, type Observable } from 'rxjs';
import type { CartLine } from '#schemas/cart.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** All lines, newest first. */
export function cartLines(account: LocalAccount): Observable<CartLine[]> {
  return account.collections.cart
    .find({ selector: {}, sort: [{ newest_first: 'asc' }] })
    .$.pipe(map((documents) => documents.map(plainDocument)));
}
