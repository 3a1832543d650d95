/** Selects the shop's featured product. Pure. */
import { isSoldOut, lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { productKindOf } from '#schemas/vendors.ts';

export interface Featured {
  readonly product: ShopProductDocument;
  /** Why it was selected: the best within reach, or the newest. */
  readonly why: 'within_reach' | 'newest';
}

/**
 * Selects among available products with a picture: the most expensive that the company can afford,
 * else the newest.
 * @param products newest first
 * @param points the company's; undefined until known
 */
export function featuredProduct(
  products: readonly ShopProductDocument[],
  points: number | undefined,
): Featured | null {
  const things = products.filter(
    (product) =>
      productKindOf(product.type) === 'physical' && !isSoldOut(product) && product.images.thumbnail,
  );
  const price = (product: ShopProductDocument) => lowestPrice(product).points;
  const [dearest] = things
    .filter((product) => points !== undefined && price(product) <= points)
    .toSorted((one, other) => price(other) - price(one));
  if (dearest) return { product: dearest, why: 'within_reach' };
  const [newest] = things;
  return newest ? { product: newest, why: 'newest' } : null;
}
