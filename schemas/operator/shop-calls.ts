import * as v from 'valibot';
import { idParams, zeroOrOne } from '../api/call.ts';
import {
  moment,
  requiredText,
  text,
  uuid,
  wholeNumber,
  wholeNumberBetween,
} from '../primitives.ts';
import { regionId } from '../regions.ts';
import { picturePath, shopProduct } from '../shop-product.ts';
import { vendorType } from '../vendors.ts';
import { areDistinct, defineOperatorCall, why } from './operator-call.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import {
  chosenPictures,
  MAX_PRODUCT_PICTURES,
  shownPicture,
  uploadedPicture,
} from './picture-fields.ts';
import { defineTimelineCall } from './record-calls.ts';

/** Stock at or below which a variant is running low. */
export const LOW_STOCK = 5;
/** Highest price that an operator can set. */
export const MAX_PRICE = 1_000_000;
/** Highest stock that a movement can lead to. */
export const MAX_STOCK = 1_000_000_000;
/** Largest stock movement. */
export const MAX_MOVEMENT = 100_000;
/** Reason for `conflict` if a job that changes prices can't be continued without a second person. */
export const APPROVAL_NEEDED = 'approval_needed';
/** Maximum number of price changes in a day without approval. */
const MAX_UNAPPROVED_PRICES = 20;
export const MAX_CHANGED_PRICES = 200;
/** Maximum number of variants whose stock changes in one action. */
export const MAX_CHANGED_STOCKS = 200;

/** Movement reasons that operators can choose. */
export const movementReasons = ['delivery', 'count', 'damaged', 'returned', 'other'] as const;
/** Reasons recorded by the server, followed by those chosen by operators. */
const stockReasons = [
  /** Initial stock of a new variant. */
  'opening',
  'order',
  'order_rejected',
  /** Changed by the setup. */
  'setup',
  /** The variant was deleted. */
  'removed',
  ...movementReasons,
] as const;
export type StockReason = (typeof stockReasons)[number];

/** Reason for `conflict`: the stock would be negative. */
export const STOCK_TOO_LOW = 'stock_too_low';
/** Reason for `conflict`: the stock would exceed `MAX_STOCK` or what the database can store. */
export const STOCK_TOO_HIGH = 'stock_too_high';
/** Reason for `invalid_input`: the product would be hidden before it's shown. */
export const DATES_REVERSED = 'dates_reversed';

export interface PriceChange {
  readonly before: number;
  readonly after: number;
}

/**
 * True if price changes require approval: more than 20 variants in a day, or a change of more than half.
 * @param earlier number of other variants whose prices the operator has changed within a day
 */
export function needsSecondPerson(changes: readonly PriceChange[], earlier = 0): boolean {
  return (
    changes.length + earlier > MAX_UNAPPROVED_PRICES ||
    changes.some(({ before, after }) => Math.abs(after - before) * 2 > before)
  );
}

const variant = v.object({
  id: uuid,
  /** Version of price and stock, sent with actions. */
  rev: wholeNumber,
  /** Attributes, such as `Size: XL`; empty if there is only one variant. */
  title: text(300),
  sku: text(40),
  price: wholeNumber,
  stock: wholeNumber,
});

const category = v.object({ id: uuid, name: text(80) });

const listedVariant = v.object({
  ...variant.entries,
  product: v.object({ id: uuid, name: text(160), type: vendorType }),
  category: v.nullable(category),
  region: regionId,
  active: v.boolean(),
  is_visible: v.boolean(),
  show_at: v.nullable(moment),
  hide_at: v.nullable(moment),
  /** Path of the small image on the console's server. */
  picture: v.nullable(picturePath),
});

const productRecord = v.object({
  id: uuid,
  /** Version of texts, category, images and visibility. */
  rev: wholeNumber,
  region: regionId,
  name: text(160),
  description: v.pipe(v.string(), v.maxLength(20_000)),
  sku: text(40),
  type: vendorType,
  category: v.nullable(category),
  active: v.boolean(),
  is_visible: v.boolean(),
  show_at: v.nullable(moment),
  hide_at: v.nullable(moment),
  created_at: moment,
  updated_at: moment,
  variants: v.array(variant),
  /** The product's images in order; lists show the first. Without any, installers see the category’s image. */
  pictures: v.array(shownPicture),
  /** The product as the app receives it. */
  shown: shopProduct,
});

const movement = v.object({
  id: wholeNumber,
  at: moment,
  reason: v.picklist(stockReasons),
  change: v.pipe(v.number(), v.integer()),
  /** Stock after the change. */
  stock: wholeNumber,
  variant: v.object({ id: uuid, title: text(300), sku: text(40) }),
  order: v.nullable(v.object({ id: uuid, number: text(20) })),
  operator: v.nullable(text(100)),
});

const stockChange = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(-MAX_MOVEMENT),
  v.maxValue(MAX_MOVEMENT),
  v.check((change) => change !== 0),
);

/** Stock that a change is based on. */
const seenStock = wholeNumber;

const productScope = { record: 'product', in: 'params', field: 'id' } as const;

/**
 * The shop. Phones get changed products with their next pull. Orders at an old price are rejected with
 * `price_changed`. A variant's stock is the sum of its movements.
 */
export const operatorShopCalls = {
  listShopVariants: defineOperatorCall(
    {
      id: 'listShopVariants',
      method: 'GET',
      path: '/operator/v1/shop/variants',
      summary: 'Lists variants of the shop’s products by name, stock or price.',
      query: v.object({
        ...operatorListEntries,
        /** Part of a product’s name or a variant’s number. */
        search: listSearch,
        category: v.optional(uuid),
        /** `shown`: listed in the shop. `hidden`: for sale, but not listed. `inactive`: not for sale. */
        shown: v.optional(v.picklist(['shown', 'hidden', 'inactive'])),
        /** `1`: only variants that are running low. */
        low: v.optional(zeroOrOne),
        sort: v.optional(v.picklist(['name', '-name', 'stock', '-stock', 'price', '-price'])),
      }),
      result: operatorListResult(listedVariant),
    },
    { right: 'shop.read', scope: 'list' },
  ),
  readProduct: defineOperatorCall(
    {
      id: 'readProduct',
      method: 'GET',
      path: '/operator/v1/shop/products/{id}',
      summary: 'Returns a product with its variants, and as the app receives it.',
      params: idParams,
      result: productRecord,
    },
    { right: 'shop.read', scope: productScope },
  ),
  listStockMovements: defineOperatorCall(
    {
      id: 'listStockMovements',
      method: 'GET',
      path: '/operator/v1/shop/products/{id}/movements',
      summary: 'Lists a product’s stock movements, newest first.',
      params: idParams,
      query: v.pick(v.object(operatorListEntries), ['cursor', 'limit']),
      result: operatorListResult(movement),
    },
    { right: 'shop.read', scope: productScope },
  ),
  listProductTimeline: defineTimelineCall(
    { id: 'listProductTimeline', path: '/operator/v1/shop/products/{id}/timeline' },
    { right: 'shop.read', record: 'product' },
  ),
  changePrices: defineOperatorCall(
    {
      id: 'changePrices',
      method: 'POST',
      path: '/operator/v1/shop/prices',
      summary:
        'Changes prices, all or none. More than 20 in a day, or a change by more than half, need a second person.',
      body: v.object({
        variants: v.pipe(
          v.array(
            v.object({ id: uuid, rev: wholeNumber, price: wholeNumberBetween(1, MAX_PRICE) }),
          ),
          v.minLength(1),
          v.maxLength(MAX_CHANGED_PRICES),
          v.check((changes) => areDistinct(changes)),
        ),
        why,
      }),
      /** Null if the prices were changed immediately. */
      result: v.object({ approval: v.nullable(uuid) }),
    },
    {
      right: 'shop.edit',
      scope: { record: 'variant', in: 'body', field: 'variants' },
      isAction: true,
      secondPerson: 'conditional',
    },
  ),
  moveStock: defineOperatorCall(
    {
      id: 'moveStock',
      method: 'POST',
      path: '/operator/v1/shop/variants/{id}/movements',
      summary:
        'Adds to the stock or takes from it. If the stock isn’t what the operator saw, the response is `conflict`, so that a repeated request changes nothing.',
      params: idParams,
      body: v.object({
        change: stockChange,
        seen: seenStock,
        reason: v.picklist(movementReasons),
        why,
      }),
      /** Stock after the movement. */
      result: v.object({ stock: wholeNumber }),
    },
    {
      right: 'shop.edit',
      scope: { record: 'variant', in: 'params', field: 'id' },
      isAction: true,
    },
  ),
  moveStocks: defineOperatorCall(
    {
      id: 'moveStocks',
      method: 'POST',
      path: '/operator/v1/shop/movements',
      summary:
        'Changes the stock of several variants, all or none. If one has another stock than the operator saw, the response is `conflict`, so that a repeated request changes nothing.',
      body: v.object({
        variants: v.pipe(
          v.array(
            v.object({
              id: uuid,
              change: stockChange,
              seen: seenStock,
            }),
          ),
          v.minLength(1),
          v.maxLength(MAX_CHANGED_STOCKS),
          v.check((changes) => areDistinct(changes)),
        ),
        reason: v.picklist(movementReasons),
        why,
      }),
      result: v.object({}),
    },
    {
      right: 'shop.edit',
      scope: { record: 'variant', in: 'body', field: 'variants' },
      isAction: true,
    },
  ),
  editProduct: defineOperatorCall(
    {
      id: 'editProduct',
      method: 'PATCH',
      path: '/operator/v1/shop/products/{id}',
      summary: 'Changes texts, category, pictures or visibility. Omitted fields don’t change.',
      params: idParams,
      body: v.object({
        name: v.optional(requiredText(160)),
        /** HTML; the server strips tags that aren’t allowed in news. */
        description: v.optional(v.pipe(v.string(), v.maxLength(20_000))),
        category: v.optional(v.nullable(uuid)),
        /** False if the product can’t be ordered. */
        active: v.optional(v.boolean()),
        is_visible: v.optional(v.boolean()),
        /** Time at which the product will appear in the shop; null if not scheduled. */
        show_at: v.optional(v.nullable(moment)),
        hide_at: v.optional(v.nullable(moment)),
        /** Alt texts are in the country's language. */
        pictures: v.optional(chosenPictures(MAX_PRODUCT_PICTURES)),
        rev: wholeNumber,
        why,
      }),
      result: v.object({ rev: wholeNumber }),
    },
    { right: 'shop.edit', scope: productScope, isAction: true },
  ),
  uploadProductPicture: defineOperatorCall(
    {
      id: 'uploadProductPicture',
      method: 'POST',
      path: '/operator/v1/shop/pictures',
      summary:
        'Stores a picture for a product or category, without location and camera data. It has no effect until one of them uses it.',
      body: uploadedPicture,
      result: v.object({ id: uuid }),
    },
    { right: 'shop.edit', scope: 'none' },
  ),
} as const;
