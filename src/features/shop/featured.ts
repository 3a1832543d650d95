/** The one product that the shop begins with. Pure. */
import { isSoldOut, lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { kindOf } from '#schemas/vendors.ts';

export interface Featured {
  readonly product: ShopProductDocument;
  /** Why it is this one: the most that the points are enough for, or what came last. */
  readonly why: 'within_reach' | 'newest';
}

/**
 * Of the things that can be had, with a picture: the dearest that the company's points pay for, else the newest.
 * @param products newest first
 * @param points the company's; undefined while they are not known
 */
export function featuredProduct(
  products: readonly ShopProductDocument[],
  points: number | undefined,
): Featured | null {
  const things = products.filter(
    (product) =>
      kindOf(product.type) === 'physical' && !isSoldOut(product) && product.images.thumbnail,
  );
  const price = (product: ShopProductDocument) => lowestPrice(product).points;
  const [dearest] = things
    .filter((product) => points !== undefined && price(product) <= points)
    .toSorted((one, other) => price(other) - price(one));
  if (dearest) return { product: dearest, why: 'within_reach' };
  const [newest] = things;
  return newest ? { product: newest, why: 'newest' } : null;
}
