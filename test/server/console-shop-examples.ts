import { type ScopedRecord } from '#schemas/operator/operator-call.ts';
import { type operatorShopCalls } from '#schemas/operator/shop-calls.ts';
import { type shopCategoryCalls } from '#schemas/operator/shop-category-calls.ts';
import { type shopProductCalls } from '#schemas/operator/shop-product-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type TestInput } from './test-app.ts';

type Calls = Omit<typeof operatorShopCalls, 'uploadProductPicture'> &
  typeof shopCategoryCalls &
  typeof shopProductCalls;
type Records = Readonly<
  Record<Extract<ScopedRecord, 'product' | 'product_category' | 'variant'>, string>
> & { readonly region: RegionId };

const why = 'to test rights';

/** Valid input of the shop’s calls, about records of one country. */
export const shopExamples: {
  readonly [Id in keyof Calls]: (records: Records) => TestInput<Calls[Id]>;
} = {
  listShopVariants: () => ({ query: {} }),
  readProduct: ({ product: id }) => ({ params: { id } }),
  listStockMovements: ({ product: id }) => ({ params: { id }, query: {} }),
  listProductTimeline: ({ product: id }) => ({ params: { id }, query: {} }),
  // The version and the stock never match, so that nothing is changed.
  changePrices: ({ variant: id }) => ({ body: { variants: [{ id, rev: 0, price: 1 }], why } }),
  moveStock: ({ variant: id }) => ({
    params: { id },
    body: { change: -100_000, seen: 0, reason: 'other', why },
  }),
  moveStocks: ({ variant: id }) => ({
    body: { variants: [{ id, change: -100_000, seen: 0 }], reason: 'other', why },
  }),
  editProduct: ({ product: id }) => ({ params: { id }, body: { active: false, rev: 0, why } }),
  // From the second call on, another product has the number.
  createShopProduct: ({ region }) => ({
    body: {
      ...{ region, type: 'REWIN', name: 'Knee pads', sku: 'KNEE-PADS', why },
      variant: { sku: 'KNEE-PADS-1', price: 90, stock: 4 },
    },
  }),
  // The product of the example above has the number.
  addShopVariant: ({ product: id }) => ({
    params: { id },
    body: {
      ...{ sku: 'KNEE-PADS-1', price: 90, stock: 0, why },
      attributes: [{ name: 'Size', value: 'L' }],
    },
  }),
  // A product's only variant can't be removed.
  removeShopVariant: ({ variant: id }) => ({ params: { id }, body: { why } }),
  listProductCategories: () => ({ query: {} }),
  // From the second call on, another category has the name.
  createProductCategory: ({ region }) => ({ body: { region, name: 'Spare parts', why } }),
  // The version never matches.
  editProductCategory: ({ product_category: id }) => ({
    params: { id },
    body: { is_visible: false, rev: 0, why },
  }),
  sortProductCategories: ({ product_category: id }) => ({
    body: { categories: [{ id, rev: 0 }], why },
  }),
  deleteProductCategory: ({ product_category: id }) => ({ params: { id }, body: { rev: 0, why } }),
  listCategoryTimeline: ({ product_category: id }) => ({ params: { id }, query: {} }),
};
