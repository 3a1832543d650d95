/** What the app reads of the shop on this device. */
import { map, type Observable } from 'rxjs';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { kindOf, type VendorType } from '#schemas/vendors.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** Whether it can be ordered here: what is made to measure needs more than the shop asks for. */
function isOrderable({ active, type }: ShopProductDocument): boolean {
  return active && kindOf(type) !== 'custom';
}

/** What stands in the shop's list, newest first. A country's shop is some dozens of products. */
export function shopProducts(account: LocalAccount): Observable<ShopProductDocument[]> {
  return account.collections.products
    .find({ selector: {}, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((found) => found.map(plainDocument).filter((one) => isOrderable(one) && one.is_visible)),
    );
}

/** One that can be ordered; null where this device has no such. */
export function shopProductById(
  account: LocalAccount,
  uuid: string,
): Observable<ShopProductDocument | null> {
  return account.collections.products
    .findOne(uuid)
    .$.pipe(map((found) => (found && isOrderable(found) ? plainDocument(found) : null)));
}

/** One that is sold, also what is made to measure; null where this device has no such. */
export function soldProductById(
  account: LocalAccount,
  uuid: string,
): Observable<ShopProductDocument | null> {
  return account.collections.products
    .findOne(uuid)
    .$.pipe(map((found) => (found?.active ? plainDocument(found) : null)));
}

/** The newest of a vendor's, also where it has a screen of its own; null where there is none. */
export function productOfVendor(
  account: LocalAccount,
  type: VendorType,
): Observable<ShopProductDocument | null> {
  return account.collections.products
    .find({ selector: {}, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((found) => {
        const product = found.find((one) => one.active && one.type === type);
        return product ? plainDocument(product) : null;
      }),
    );
}
