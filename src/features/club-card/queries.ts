/** Reads club card data from the local database. */
import { map, type Observable } from 'rxjs';
import type { ShopProductDocument } from '#schemas/shop-product.ts';
import { productKindOf } from '#schemas/vendors.ts';
import type { LocalAccount } from '#sync/account.ts';

/** An amount by which the club card can be topped up. */
export interface TopUpAmount {
  /** The product variant to order. */
  readonly uuid: string;
  readonly points: number;
  readonly isInStock: boolean;
  /** The product's image. */
  readonly image: string | null;
}

/** Active top-up amounts of the country, smallest first. */
export function topUpAmounts(account: LocalAccount): Observable<TopUpAmount[]> {
  return account.collections.products
    .find({ selector: { type: 'EDENRED_CARD_TOPUP' } })
    .$.pipe(
      map((documents) =>
        toTopUpAmounts(documents.map((product) => product.toJSON() as ShopProductDocument)),
      ),
    );
}

export function toTopUpAmounts(products: readonly ShopProductDocument[]): TopUpAmount[] {
  return products
    .filter(({ active, type }) => active && productKindOf(type) === 'top-up')
    .flatMap(({ variants, images }) =>
      variants.map(({ uuid, price, stock }) => ({
        uuid,
        points: price,
        isInStock: stock > 0,
        image: images.thumbnail,
      })),
    )
    .toSorted((a, b) => a.points - b.points);
}
