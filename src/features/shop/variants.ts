/** Selects a product's variant by its attributes (spec 2 §3: `attrs`). Pure. */
import type { ShopVariant } from '#schemas/shop-product.ts';

/** An attribute in which the variants differ, and its values. */
interface VariantAttribute {
  readonly uuid: string;
  readonly name: string;
  readonly values: readonly { readonly uuid: string; readonly name: string }[];
}

/** The attributes in which variants differ, in order of appearance. */
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

/** A variant's value of an attribute; undefined if it has none. */
export function attributeValue(variant: ShopVariant, attribute: string): string | undefined {
  return variant.attrs.find(({ attrUuid }) => attrUuid === attribute)?.attrValueUuid;
}

/** The variant shown first: available ones before sold-out ones; undefined if there are none. */
export function firstVariant(variants: readonly ShopVariant[]): ShopVariant | undefined {
  return variants.find(({ stock }) => stock > 0) ?? variants[0];
}

/**
 * Selects the variant with the chosen value that shares the most with the current one, so that
 * every choice leads to an existing variant; prefers available ones.
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
