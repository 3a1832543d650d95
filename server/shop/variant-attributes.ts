import { isDeepStrictEqual } from 'node:util';
import { type ShopVariant } from '#schemas/shop-product.ts';
import { stableUuid } from '../stable-uuid.ts';

/** An attribute of a variant by name, such as Size XL. */
export interface NamedAttribute {
  readonly name: string;
  readonly value: string;
}

/**
 * Adds ids to the attributes of a variant. An attribute or value that another variant of the product already has gets
 * the same id, because phones compare the ids.
 */
export function toVariantAttributes(
  attributes: readonly NamedAttribute[],
  variants: readonly Pick<ShopVariant, 'attrs'>[] = [],
): ShopVariant['attrs'] {
  const knownAttributes = variants.flatMap(({ attrs }) => attrs);
  return attributes.map(({ name, value }) => {
    const sameName = knownAttributes.filter(({ attrName }) => attrName === name);
    const sameValue = sameName.find(({ attrValueName }) => attrValueName === value);
    return {
      attrUuid: sameName[0]?.attrUuid ?? stableUuid(`setup:attribute:${name}`),
      attrName: name,
      attrValueUuid: sameValue?.attrValueUuid ?? stableUuid(`setup:attribute:${name}:${value}`),
      attrValueName: value,
    };
  });
}

/**
 * True if installers can tell a variant with these attributes from the product's other variants. It must have the same
 * attribute names as the others, each only once, and no other variant may have the same values.
 */
export function isDistinct(
  attrs: ShopVariant['attrs'],
  variants: readonly Pick<ShopVariant, 'attrs'>[],
): boolean {
  const getNames = (each: ShopVariant['attrs']) => each.map(({ attrName }) => attrName).toSorted();
  const getValues = (each: ShopVariant['attrs']) =>
    each.map(({ attrName, attrValueName }) => JSON.stringify([attrName, attrValueName])).toSorted();
  const describedVariant = variants.find((variant) => variant.attrs.length > 0);
  const hasSameNames =
    describedVariant === undefined ||
    isDeepStrictEqual(getNames(describedVariant.attrs), getNames(attrs));
  return (
    hasSameNames &&
    new Set(getNames(attrs)).size === attrs.length &&
    !variants.some((variant) => isDeepStrictEqual(getValues(variant.attrs), getValues(attrs)))
  );
}
