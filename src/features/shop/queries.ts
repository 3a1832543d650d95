/** Reads the shop from the local database. */
import { map, type Observable } from 'rxjs';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { productKindOf, type VendorType } from '#schemas/vendors.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** True if the product can be ordered here. Made-to-measure products need more data than the shop asks for. */
function isOrderable({ active, type }: ShopProductDocument): boolean {
  return active && productKindOf(type) !== 'custom';
}

/** Products listed in the shop, newest first. A country's shop has a few dozen. */
export function shopProducts(account: LocalAccount): Observable<ShopProductDocument[]> {
  return account.collections.products
    .find({ selector: {}, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((documents) =>
        documents
          .map(plainDocument)
          .filter((product) => isOrderable(product) && product.is_visible),
      ),
    );
}

/** A product that can be ordered; null if it isn't on this device. */
export function shopProductById(
  account: LocalAccount,
  uuid: string,
): Observable<ShopProductDocument | null> {
  return account.collections.products
    .findOne(uuid)
    .$.pipe(
      map((document) => (document && isOrderable(document) ? plainDocument(document) : null)),
    );
}

/** A product on sale, even made to measure; null if it isn't on this device. */
export function soldProductById(
  account: LocalAccount,
  uuid: string,
): Observable<ShopProductDocument | null> {
  return account.collections.products
    .findOne(uuid)
    .$.pipe(map((document) => (document?.active ? plainDocument(document) : null)));
}

/** The vendor's newest product on sale, even if the shop doesn't list it; null if there is none. */
export function productOfVendor(
  account: LocalAccount,
  type: VendorType,
): Observable<ShopProductDocument | null> {
  return account.collections.products
    .find({ selector: {}, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((documents) => {
        const product = documents.find((candidate) => candidate.active && candidate.type === type);
        return product ? plainDocument(product) : null;
      }),
    );
}
