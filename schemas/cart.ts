import * as v from 'valibot';
import { newestFirst, text, uuid, wholeNumberBetween } from './primitives.ts';
import { shopProduct, type ShopProduct, shopVariant, variantTitle } from './shop-product.ts';
import { vendorType } from './vendors.ts';

/** The most pieces of one variant in a cart or an order, however many there are. */
export const MAX_QUANTITY = 9999;
/** The most lines of an order, and so of a vendor in the cart. */
export const MAX_ORDER_LINES = 50;

export const quantity = wholeNumberBetween(0, MAX_QUANTITY);

/** A variant as a cart shows it, without any question to its product (spec 2 §3, "Cart"). */
export const cartItem = v.object({
  /** The variant's. */
  uuid,
  product_uuid: uuid,
  type: vendorType,
  /** The product's. */
  name: shopProduct.entries.name,
  /** The variant's beside it; empty where the product has only one. */
  title: text(300),
  sku: shopVariant.entries.sku,
  image: shopProduct.entries.images.entries.thumbnail,
  /** As last seen. */
  price: shopVariant.entries.price,
  /** As last seen. */
  stock: shopVariant.entries.stock,
});
export type CartItem = v.InferOutput<typeof cartItem>;

/**
 * A line of the cart in the local database, by its variant's id. The cart is an edit that stays: it is
 * neither pulled nor pushed, and an order is made of it.
 */
export const cartDocument = v.object({
  ...cartItem.entries,
  quantity,
  /** When it was put in, inverted. */
  newest_first: newestFirst,
});
export type CartLine = v.InferOutput<typeof cartDocument>;

/** The product's variants as a cart has them. */
export function toCartItems(
  product: Pick<ShopProduct, 'uuid' | 'type' | 'name' | 'images' | 'variants'>,
): CartItem[] {
  return product.variants.map((variant) => ({
    uuid: variant.uuid,
    product_uuid: product.uuid,
    type: product.type,
    name: product.name,
    title: variantTitle(variant).slice(0, 300),
    sku: variant.sku,
    image: product.images.thumbnail,
    price: variant.price,
    stock: variant.stock,
  }));
}
