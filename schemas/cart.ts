import * as v from 'valibot';
import { newestFirst, text, uuid, wholeNumberBetween } from './primitives.ts';
import {
  MAX_VARIANT_TITLE,
  shopProduct,
  type ShopProduct,
  shopVariant,
  variantTitle,
} from './shop-product.ts';
import { vendorType } from './vendors.ts';

/** Maximum quantity of one variant in a cart or an order, regardless of the stock. */
export const MAX_QUANTITY = 9999;
/** Maximum number of lines in an order, and therefore per vendor in the cart. */
export const MAX_ORDER_LINES = 50;

export const quantity = wholeNumberBetween(0, MAX_QUANTITY);

/** A variant with everything the cart shows, so that the product itself isn't needed (spec 2 §3, "Cart"). */
export const cartItem = v.object({
  /** Id of the variant. */
  uuid,
  product_uuid: uuid,
  type: vendorType,
  /** Name of the product. */
  name: shopProduct.entries.name,
  /** Attributes of the variant, such as `Size: 8`; empty if the product has only one variant. */
  title: text(MAX_VARIANT_TITLE),
  sku: shopVariant.entries.sku,
  image: shopProduct.entries.images.entries.thumbnail,
  /** As last seen. */
  price: shopVariant.entries.price,
  /** As last seen. */
  stock: shopVariant.entries.stock,
});
export type CartItem = v.InferOutput<typeof cartItem>;

/**
 * A cart line in the local database, keyed by variant id. The cart stays on the device: it is neither pulled
 * nor pushed.
 */
export const cartDocument = v.object({
  ...cartItem.entries,
  quantity,
  /** Inverted time when the line was added, so that an ascending index lists the newest line first. */
  newest_first: newestFirst,
});
export type CartLine = v.InferOutput<typeof cartDocument>;

/** Converts a product's variants to cart items. */
export function toCartItems(
  product: Pick<ShopProduct, 'uuid' | 'type' | 'name' | 'images' | 'variants'>,
): CartItem[] {
  return product.variants.map((variant) => ({
    uuid: variant.uuid,
    product_uuid: product.uuid,
    type: product.type,
    name: product.name,
    title: variantTitle(variant),
    sku: variant.sku,
    image: product.images.thumbnail,
    price: variant.price,
    stock: variant.stock,
  }));
}
