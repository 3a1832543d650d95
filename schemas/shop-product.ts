import * as v from 'valibot';
import { marketingMaterial } from './marketing-material.ts';
import { newestFirst, text, uuid, wholeNumber } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';
import { vendorType } from './vendors.ts';

/** The categories of the shop are those of this type (spec 2 §9). */
export const SHOP_CATEGORY_TYPE = 1;
/** Products on a page of the shop (spec 2 §9). */
export const SHOP_PAGE_SIZE = 12;
/** From the picture after this one on, a list loads them as they come into sight (spec 2 §2). */
export const EAGER_PICTURES = 7;
/** Above this many pieces nobody counts: "in stock" (spec 2 §9). */
export const MAX_SHOWN_STOCK = 100;

/** A path of this server, `/files/…`. */
const picturePath = v.pipe(v.string(), v.maxLength(120), v.regex(/^\/files\/[\w/-]+$/));

export const shopCategory = v.object({ uuid, name: text(80, 1), type: wholeNumber });
export type ShopCategory = v.InferOutput<typeof shopCategory>;

/** One way in which a variant differs from the others: `attrName` Size, `attrValueName` XL. */
const variantAttribute = v.object({
  attrUuid: uuid,
  attrName: text(60),
  attrValueUuid: uuid,
  attrValueName: text(60),
});

/** What is ordered: a product in one size, colour or amount. A product has one at least. */
export const shopVariant = v.object({
  uuid,
  sku: text(40),
  /** Pieces that can be ordered now. */
  stock: wholeNumber,
  /** In whole points. */
  price: wholeNumber,
  attrs: v.array(variantAttribute),
});
export type ShopVariant = v.InferOutput<typeof shopVariant>;

/** A product of a country's shop (spec 2 §3), in the words of that country. */
export const shopProduct = v.object({
  ...replicatedEntries,
  name: text(160, 1),
  type: vendorType,
  sku: text(40),
  /** A sanitised piece of HTML, as the news'. */
  description: v.pipe(v.string(), v.maxLength(20_000)),
  /** Can be ordered; what is not, only its past orders show. */
  active: v.boolean(),
  /** Which marketing material it is; null for everything else. */
  marketing: v.nullable(marketingMaterial),
  /** Stands in the shop's list; the card and its top-ups have screens of their own. */
  is_visible: v.boolean(),
  category: v.nullable(v.omit(shopCategory, ['type'])),
  images: v.object({
    thumbnail: v.nullable(picturePath),
    /** By `position`, from 0. */
    list: v.array(v.object({ position: wholeNumber, l: picturePath })),
  }),
  variants: v.pipe(v.array(shopVariant), v.minLength(1)),
});
export type ShopProduct = v.InferOutput<typeof shopProduct>;

export const shopProductDocument = v.object({
  ...v.omit(shopProduct, ['deleted']).entries,
  newest_first: newestFirst,
});
export type ShopProductDocument = v.InferOutput<typeof shopProductDocument>;

/** Whether not one piece of it can be ordered. */
export function isSoldOut({ variants }: Pick<ShopProduct, 'variants'>): boolean {
  return variants.every(({ stock }) => stock === 0);
}

/** The points that its cheapest variant costs: what a card shows; `isFrom` where others cost more. */
export function lowestPrice({ variants }: Pick<ShopProduct, 'variants'>) {
  const prices = variants.map(({ price }) => price);
  const points = Math.min(...prices);
  return { points, isFrom: prices.some((price) => price > points) };
}

/** What a variant is called beside its product's name: `XL, red`; empty where there is only one. */
export function variantTitle({ attrs }: Pick<ShopVariant, 'attrs'>): string {
  return attrs.map(({ attrValueName }) => attrValueName).join(', ');
}
