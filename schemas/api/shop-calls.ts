import * as v from 'valibot';
import { cartItem, MAX_ORDER_LINES } from '../cart.ts';
import { regionId } from '../regions.ts';
import { shopCategory, shopProduct } from '../shop-product.ts';
import { defineCall, zeroOrOne, idParams, listEntries, listResult } from './call.ts';

const UUID_PATTERN = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
/** Ids joined by commas. */
function joinedIds(max: number) {
  return v.pipe(
    v.string(),
    v.regex(new RegExp(`^${UUID_PATTERN}(,${UUID_PATTERN}){0,${max - 1}}$`)),
    v.maxLength(37 * max),
  );
}

/** The shop in the user's country (spec 2 §7); empty if it has none. */
export const shopCalls = {
  listShopCategories: defineCall({
    id: 'listShopCategories',
    method: 'GET',
    path: '/v1/shop/category',
    summary: 'List the categories of the country’s shop.',
    query: v.object({
      /** Must be the user's own country. */
      region_id: v.optional(regionId),
      /** 1 for the shop's categories. */
      type: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(99))),
    }),
    result: listResult(shopCategory),
  }),
  listShopProducts: defineCall({
    id: 'listShopProducts',
    method: 'GET',
    path: '/v1/shop/product',
    summary:
      'List the country’s shop products, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object({
      ...listEntries,
      /** Category ids, joined by commas; all if missing. */
      categories: v.optional(joinedIds(50)),
      /** `1` or `true`: only products that can be ordered; `0` or `false`: only the others. */
      active: v.optional(zeroOrOne),
      /** `1` or `true`: only products listed in the shop; `0` or `false`: only the others. */
      is_visible: v.optional(zeroOrOne),
    }),
    result: listResult(shopProduct),
    errors: ['checkpoint_stale'],
  }),
  getShopProduct: defineCall({
    id: 'getShopProduct',
    method: 'GET',
    path: '/v1/shop/product/{id}',
    summary: 'Get a shop product.',
    params: idParams,
    result: shopProduct,
  }),
  listCartItems: defineCall({
    id: 'listCartItems',
    method: 'GET',
    path: '/v1/shop/cart',
    summary:
      'List the variants in a cart with stock and prices. Leaves out variants no longer available.',
    query: v.object({ uuids: joinedIds(4 * MAX_ORDER_LINES) }),
    result: listResult(cartItem),
  }),
  listClubCardProducts: defineCall({
    id: 'listClubCardProducts',
    method: 'GET',
    path: '/v1/shop/club-card',
    summary: 'List the country’s club card top-ups, cheapest first; with `type`, the card itself.',
    query: v.object({
      limit: listEntries.limit,
      /** Must be the user's own country. */
      region_id: v.optional(regionId),
      type: v.optional(v.picklist(['EDENRED_CARD', 'EDENRED_CARD_TOPUP'])),
    }),
    result: listResult(shopProduct),
  }),
};
