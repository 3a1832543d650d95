import * as v from 'valibot';
import { MAX_ALT_TEXT } from './content.ts';
import { marketingMaterial } from './marketing-material.ts';
import { newestFirst, text, uuid, wholeNumber } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';
import { vendorType } from './vendors.ts';

/** Type of the shop's categories (spec 2 §9). */
export const SHOP_CATEGORY_TYPE = 1;
/** Products per page of the shop (spec 2 §9). */
export const SHOP_PAGE_SIZE = 12;
/** Images after this number load lazily (spec 2 §2). */
export const EAGER_PICTURES = 7;
/** Above this stock, the shop shows "in stock" instead of the number (spec 2 §9). */
export const MAX_SHOWN_STOCK = 100;

/** Maximum length of a variant's title. Longer titles are truncated. */
export const MAX_VARIANT_TITLE = 300;

/** Path on this server, `/files/…`. */
export const picturePath = v.pipe(v.string(), v.maxLength(120), v.regex(/^\/files\/[\w/-]+$/));

export const shopCategory = v.object({ uuid, name: text(80, 1), type: wholeNumber });

/** An attribute that distinguishes variants: `attrName` Size, `attrValueName` XL. */
const variantAttribute = v.object({
  attrUuid: uuid,
  attrName: text(60),
  attrValueUuid: uuid,
  attrValueName: text(60),
});

/** A product in one size, colour or amount. Every product has at least one variant. */
export const shopVariant = v.object({
  uuid,
  sku: text(40),
  /** Quantity available now. */
  stock: wholeNumber,
  /** Price in points. */
  price: wholeNumber,
  attrs: v.array(variantAttribute),
});
export type ShopVariant = v.InferOutput<typeof shopVariant>;

/** A product of a country's shop (spec 2 §3), in that country's language. */
export const shopProduct = v.object({
  ...replicatedEntries,
  name: text(160, 1),
  type: vendorType,
  sku: text(40),
  /** Sanitised HTML, as for news. */
  description: v.pipe(v.string(), v.maxLength(20_000)),
  /** True if it can be ordered; otherwise it only appears in past orders. */
  active: v.boolean(),
  /** Kind of marketing material; null for other products. */
  marketing: v.nullable(marketingMaterial),
  /** True if it's listed in the shop; the card and its top-ups have their own screens. */
  is_visible: v.boolean(),
  category: v.nullable(v.omit(shopCategory, ['type'])),
  images: v.object({
    thumbnail: v.nullable(picturePath),
    /** Sorted by `position`, from 0. */
    list: v.array(
      v.object({
        position: wholeNumber,
        l: picturePath,
        /** Alt text; empty if the image is decorative, absent if none was written. */
        alt: v.optional(text(MAX_ALT_TEXT)),
      }),
    ),
  }),
  variants: v.pipe(v.array(shopVariant), v.minLength(1)),
});
export type ShopProduct = v.InferOutput<typeof shopProduct>;

export const shopProductDocument = v.object({
  ...v.omit(shopProduct, ['deleted']).entries,
  newest_first: newestFirst,
});
export type ShopProductDocument = v.InferOutput<typeof shopProductDocument>;

/** True if no variant is in stock. */
export function isSoldOut({ variants }: Pick<ShopProduct, 'variants'>): boolean {
  return variants.every(({ stock }) => stock === 0);
}

/** Price of the cheapest variant, shown on cards; `hasHigherPrices` if others cost more. */
export function lowestPrice({ variants }: Pick<ShopProduct, 'variants'>) {
  const prices = variants.map(({ price }) => price);
  const points = Math.min(...prices);
  return { points, hasHigherPrices: prices.some((price) => price > points) };
}

/**
 * Returns a variant's name in the shop's language, such as `Size: 8, Colour: red`. Empty for a product with one
 * variant.
 */
export function variantTitle({ attrs }: Pick<ShopVariant, 'attrs'>): string {
  return attrs
    .map(({ attrName, attrValueName }) => [attrName, attrValueName].filter(Boolean).join(': '))
    .join(', ')
    .slice(0, MAX_VARIANT_TITLE);
}
