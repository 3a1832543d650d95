/** Which variant of a product is meant, by its attributes (spec 2 §3: `attrs`). Pure. */
import type { ShopVariant } from '#schemas/shop-product.ts';

/** One attribute that the variants differ in, and the values that there are. */
export interface VariantAttribute {
  readonly uuid: string;
  readonly name: string;
  readonly values: readonly { readonly uuid: string; readonly name: string }[];
}

/** The attributes by which variants are told apart, in the order in which they first appear. */
export function variantAttributes(variants: readonly ShopVariant[]): VariantAttribute[] {
  const attrs = variants.flatMap((variant) => variant.attrs);
  const names = new Map(attrs.map(({ attrUuid, attrName }) => [attrUuid, attrName]));
  return [...names]
    .map(([uuid, name]) => {
      const own = attrs.filter(({ attrUuid }) => attrUuid === uuid);
      const values = new Map(own.map((one) => [one.attrValueUuid, one.attrValueName]));
      return { uuid, name, values: [...values].map(([id, value]) => ({ uuid: id, name: value })) };
    })
    .filter(({ values }) => values.length > 1);
}

/** The value that a variant has of an attribute; undefined where it has none. */
export function attributeValue(variant: ShopVariant, attribute: string): string | undefined {
  return variant.attrs.find(({ attrUuid }) => attrUuid === attribute)?.attrValueUuid;
}

/**
 * What is shown at first: what can be had before what is sold out. Undefined of no variants.
 */
export function firstVariant(variants: readonly ShopVariant[]): ShopVariant | undefined {
  return variants.find(({ stock }) => stock > 0) ?? variants[0];
}

/**
 * The variant that has the chosen value and shares the most with the one that was shown, so that a
 * choice always leads to something that exists; among equals one that can be had.
 */
export function selectVariant(
  variants: readonly ShopVariant[],
  shown: ShopVariant,
  attribute: string,
  value: string,
): ShopVariant {
  const shared = (variant: ShopVariant) =>
    variant.attrs.filter(
      ({ attrUuid, attrValueUuid }) => attributeValue(shown, attrUuid) === attrValueUuid,
    ).length;
  const fitting = variants
    .filter((variant) => attributeValue(variant, attribute) === value)
    .toSorted(
      (one, other) =>
        shared(other) - shared(one) || Number(other.stock > 0) - Number(one.stock > 0),
    );
  return fitting[0] ?? shown;
}
