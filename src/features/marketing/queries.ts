/** Live queries for marketing material on this device. */
import { map, type Observable, of } from 'rxjs';
import { preprintedRegionOf } from '#schemas/marketing-languages.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { flyerSubtypes, marketingTypes } from '#schemas/marketing-pictures.ts';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { plainDocument } from '#src/data/live/plain-document.ts';
import type { LocalAccount } from '#sync/account.ts';

/** A shop product that is printed to order. */
export interface MaterialProduct extends ShopProductDocument {
  readonly marketing: MarketingMaterial;
}

/** Returns the newest product of each material sold in the country, sorted by type and flyer topic. */
export function materialProducts(account: LocalAccount): Observable<readonly MaterialProduct[]> {
  if (preprintedRegionOf(account.identity.region) === null) return of([]);
  return account.collections.products
    .find({ selector: {}, sort: [{ newest_first: 'asc' }] })
    .$.pipe(
      map((documents) => {
        const products = documents.map(plainDocument).filter(isMaterialProduct);
        const newestByKey = new Map(
          products.toReversed().map((product) => [materialKey(product.marketing), product]),
        );
        return [...newestByKey.values()].toSorted((a, b) => sortPosition(a) - sortPosition(b));
      }),
    );
}

function isMaterialProduct(product: ShopProductDocument): product is MaterialProduct {
  return product.active && product.is_visible && product.marketing !== null;
}

function sortPosition({ marketing: { type, subtype } }: MaterialProduct): number {
  const flyerPosition = subtype === null ? 0 : flyerSubtypes.indexOf(subtype);
  return marketingTypes.indexOf(type) * flyerSubtypes.length + flyerPosition;
}

function materialKey({ type, subtype }: MarketingMaterial): string {
  return `${type} ${subtype ?? ''}`;
}
