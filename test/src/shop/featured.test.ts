import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSoldOut, lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { productKindOf } from '#schemas/vendors.ts';
import { featuredProduct } from '#src/features/shop/shop-head.tsx';
import { productsOfCategory } from '#src/features/shop/shop-screen.tsx';

const product = fc.record({
  uuid: fc.uuid(),
  type: fc.constantFrom('COMPACON', 'EDENRED', 'WINDOW'),
  category: fc.constantFrom(null, { uuid: 'tools', name: 'Tools' }),
  images: fc.record({ thumbnail: fc.constantFrom(null, '/files/shop/a'), list: fc.constant([]) }),
  variants: fc.array(
    fc.record({ price: fc.integer({ min: 1, max: 900 }), stock: fc.integer({ min: 0, max: 3 }) }),
    { minLength: 1, maxLength: 3 },
  ),
});
const products = fc
  .uniqueArray(product, { maxLength: 20, selector: ({ uuid }) => uuid })
  .map((all) => all as unknown as ShopProductDocument[]);
const canBeFeatured = (one: ShopProductDocument) =>
  productKindOf(one.type) === 'physical' && !isSoldOut(one) && one.images.thumbnail !== null;

test('the shop features the most expensive product that the points can buy, or the newest product', () => {
  fc.assert(
    fc.property(products, fc.option(fc.integer({ min: 0, max: 900 })), (all, knownPoints) => {
      const points = knownPoints ?? undefined;
      const featuredProductResult = featuredProduct(all, points);
      const featurable = all.filter(canBeFeatured);
      const prices = featurable
        .map((one) => lowestPrice(one).points)
        .filter((price) => price <= (points ?? -1));
      const isPayable = prices.length > 0;
      const featuredPoints =
        featuredProductResult && lowestPrice(featuredProductResult.product).points;
      const [newest = null] = featurable;
      expect(featuredProductResult?.reason ?? null).toBe(
        isPayable ? 'within_reach' : newest && 'newest',
      );
      expect(isPayable ? featuredPoints : (featuredProductResult?.product ?? null)).toEqual(
        isPayable ? Math.max(...prices) : newest,
      );
    }),
  );
});

test('the featured product isn’t repeated in the list, unless the list would be empty', () => {
  fc.assert(
    fc.property(products, fc.constantFrom(undefined, 'tools'), (all, category) => {
      const featuredProductResult = featuredProduct(all, 500)?.product;
      const withoutFeatured = productsOfCategory(all, category, 1);
      const { visibleProducts: visibleProductList } = productsOfCategory(
        all,
        category,
        1,
        featuredProductResult,
      );
      const hasOthers = withoutFeatured.visibleProducts.some(
        ({ uuid }) => uuid !== featuredProductResult?.uuid,
      );
      expect(visibleProductList.some((one) => one === featuredProductResult)).toBe(
        !hasOthers && visibleProductList.length > 0,
      );
      expect(visibleProductList.length === 0).toBe(all.length === 0);
    }),
  );
});
