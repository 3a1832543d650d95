import * as v from 'valibot';
import type { BodyOf } from '#schemas/api/call.ts';
import type { MarketingMaterial } from '#schemas/marketing-material.ts';
import { flyerSubtypes, marketingTypes } from '#schemas/marketing-pictures.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { MAX_MOVEMENT } from '#schemas/operator/shop-calls.ts';
import type { shopProductCalls } from '#schemas/operator/shop-product-calls.ts';
import { productKindOf, vendorTypes } from '#schemas/vendors.ts';
import { parsePrice } from './price-edits.ts';

/** Fields of a new variant, as typed. */
export interface TypedVariant {
  readonly sku: string;
  readonly price: string;
  readonly stock: string;
}

/** Fields of a new product, as typed. */
export interface TypedProduct {
  /** Vendor; empty if none is chosen. */
  readonly type: string;
  /** Id of the material; empty if none is chosen. */
  readonly material: string;
  readonly name: string;
  readonly number: string;
  /** Category id; empty for none. */
  readonly category: string;
  readonly variant: TypedVariant;
}

/** Typed values, as stored in a draft. */
export const typedProductSchema: v.GenericSchema<unknown, TypedProduct> = v.object({
  ...{ type: v.string(), material: v.string(), name: v.string(), number: v.string() },
  category: v.string(),
  variant: v.object({ sku: v.string(), price: v.string(), stock: v.string() }),
});

export const emptyVariant: TypedVariant = { sku: '', price: '', stock: '0' };
export const emptyProduct: TypedProduct = {
  ...{ type: '', material: '', name: '', number: '', category: '' },
  variant: emptyVariant,
};

/** The materials to choose from. Flyers have one entry for each subject. */
export const materials: readonly (MarketingMaterial & { readonly id: string })[] =
  marketingTypes.flatMap((type) =>
    (type === 'flyer' ? flyerSubtypes : [null]).map((subtype) => ({
      id: subtype === null ? type : `${type}-${subtype}`,
      ...{ type, subtype },
    })),
  );

/** True if the vendor prints the product to order. Only such products have a marketing material. */
export function needsMaterial(typedProduct: Pick<TypedProduct, 'type'>): boolean {
  const type = vendorTypes.find((value) => value === typedProduct.type);
  return type !== undefined && productKindOf(type) === 'custom';
}

/** Parses a typed initial stock; null unless it's a whole number that the server accepts. */
export function parseStock(text: string): number | null {
  const digits = text.replace(/\s/g, '');
  const stock = /^\d{1,9}$/.test(digits) ? Number(digits) : -1;
  return stock >= 0 && stock <= MAX_MOVEMENT ? stock : null;
}

/** The variant in the server's format; null if a field is invalid. */
export function variantBody(typedVariant: TypedVariant) {
  const sku = normaliseLine(typedVariant.sku);
  const [price, stock] = [parsePrice(typedVariant.price), parseStock(typedVariant.stock)];
  return sku === '' || price === null || stock === null ? null : { sku, price, stock };
}

type ProductBody = Omit<
  BodyOf<typeof shopProductCalls.createShopProduct>,
  'region' | 'category' | 'why'
>;

/** The product in the server's format; null if a field is invalid. */
export function productBody(typedProduct: TypedProduct): ProductBody | null {
  const type = vendorTypes.find((value) => value === typedProduct.type);
  const [name, sku] = [normaliseLine(typedProduct.name), normaliseLine(typedProduct.number)];
  const variant = variantBody(typedProduct.variant);
  const material = needsMaterial(typedProduct)
    ? materials.find(({ id }) => id === typedProduct.material)
    : null;
  if (type === undefined || material === undefined || variant === null) return null;
  if (name === '' || sku === '') return null;
  const marketing = material && { type: material.type, subtype: material.subtype };
  return { type, marketing, name, sku, variant };
}
