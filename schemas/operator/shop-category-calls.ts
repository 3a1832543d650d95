import * as v from 'valibot';
import { emptyResult, idParams } from '../api/call.ts';
import { requiredText, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { picturePath } from '../shop-product.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { defineTimelineCall } from './record-calls.ts';

export const MAX_CATEGORY_NAME = 80;
/** Operators can't add more categories than this, because installers choose from them in one row. */
export const MAX_SHOP_CATEGORIES = 50;
/** Product counts are exact up to this number; one more means "more than this". */
export const MAX_COUNTED_PRODUCTS = 10_000;

/** Reason for `conflict`: another category in the country has this name. */
export const CATEGORY_NAME_USED = 'category_name_used';
/** Reason for `conflict`: a category with products can't be deleted. */
export const CATEGORY_HAS_PRODUCTS = 'category_has_products';
/** Reason for `conflict`: the country has the maximum number of categories. */
export const TOO_MANY_CATEGORIES = 'too_many_categories';

const category = v.object({
  id: uuid,
  /** Version of name, image, position and visibility. */
  rev: wholeNumber,
  region: regionId,
  /** In the country's language. */
  name: text(MAX_CATEGORY_NAME),
  /** False if installers can't filter by the category. Its products stay in the shop. */
  is_visible: v.boolean(),
  /** Shown for products without images. */
  picture: v.nullable(v.object({ id: uuid, s: picturePath, l: picturePath })),
  /** Number of products, including hidden ones; at most `MAX_COUNTED_PRODUCTS` + 1. */
  products: wholeNumber,
});
export type ProductCategory = v.InferOutput<typeof category>;

const name = requiredText(MAX_CATEGORY_NAME);
const categoryOptions = {
  right: 'shop.edit',
  scope: { record: 'product_category', in: 'params', field: 'id' },
  isAction: true,
} as const;

/** Shop categories. Phones get changed names, images and visibility with their next pull of products. */
export const shopCategoryCalls = {
  listProductCategories: defineOperatorCall(
    {
      id: 'listProductCategories',
      method: 'GET',
      path: '/operator/v1/shop/categories',
      summary: 'Lists each shop’s categories in display order, with their numbers of products.',
      query: v.object({ region: v.optional(regionId) }),
      result: v.object({ data: v.array(category) }),
    },
    { right: 'shop.read', scope: 'list' },
  ),
  createProductCategory: defineOperatorCall(
    {
      id: 'createProductCategory',
      method: 'POST',
      path: '/operator/v1/shop/categories',
      summary: 'Adds a category to the end of a country’s list.',
      body: v.object({ region: regionId, name, picture: v.optional(v.nullable(uuid)), why }),
      result: v.object({ id: uuid, rev: wholeNumber }),
      status: 201,
    },
    { right: 'shop.edit', scope: 'none', isAction: true },
  ),
  editProductCategory: defineOperatorCall(
    {
      id: 'editProductCategory',
      method: 'PATCH',
      path: '/operator/v1/shop/categories/{id}',
      summary: 'Changes the name, picture or visibility. Omitted fields don’t change.',
      params: idParams,
      body: v.object({
        name: v.optional(name),
        /** Null to leave the category's products without a default image. */
        picture: v.optional(v.nullable(uuid)),
        is_visible: v.optional(v.boolean()),
        rev: wholeNumber,
        why,
      }),
      result: v.object({ rev: wholeNumber }),
    },
    categoryOptions,
  ),
  sortProductCategories: defineOperatorCall(
    {
      id: 'sortProductCategories',
      method: 'POST',
      path: '/operator/v1/shop/categories/order',
      summary:
        'Sets the order of a country’s categories. Fails with `conflict` unless the list has all of them in their latest versions.',
      body: v.object({
        /** All the country's categories, in their new order. */
        categories: v.pipe(
          v.array(v.object({ id: uuid, rev: wholeNumber })),
          v.minLength(1),
          v.maxLength(1000),
          v.check((all) => new Set(all.map(({ id }) => id.toLowerCase())).size === all.length),
        ),
        why,
      }),
      result: emptyResult,
    },
    {
      right: 'shop.edit',
      scope: { record: 'product_category', in: 'body', field: 'categories' },
      isAction: true,
    },
  ),
  deleteProductCategory: defineOperatorCall(
    {
      id: 'deleteProductCategory',
      method: 'POST',
      path: '/operator/v1/shop/categories/{id}/delete',
      summary: 'Deletes a category without products. A setup that lists it adds it again.',
      params: idParams,
      body: v.object({ rev: wholeNumber, why }),
      result: emptyResult,
    },
    categoryOptions,
  ),
  listCategoryTimeline: defineTimelineCall(
    { id: 'listCategoryTimeline', path: '/operator/v1/shop/categories/{id}/timeline' },
    { right: 'shop.read', record: 'product_category' },
  ),
} as const;
