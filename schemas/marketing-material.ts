import * as v from 'valibot';
import {
  type FlyerSubtype,
  flyerSubtypes,
  type MarketingType,
  marketingTypes,
} from './marketing-pictures.ts';
import { productKindOf, type VendorType } from './vendors.ts';

/** Kind of marketing material of a shop product; only flyers have a subtype (spec 2 §2). */
export const marketingMaterial = v.object({
  type: v.picklist(marketingTypes),
  subtype: v.nullable(v.picklist(flyerSubtypes)),
});
export interface MarketingMaterial {
  readonly type: MarketingType;
  readonly subtype: FlyerSubtype | null;
}

/** True if a flyer has a subtype and any other type has none. */
function isValidMaterial({ type, subtype }: MarketingMaterial): boolean {
  return (type === 'flyer') === (subtype !== null);
}

/**
 * True if a custom product has a valid material and any other product has none. Orders are validated against the
 * material.
 */
export function hasMatchingMaterial(
  type: VendorType,
  marketing: MarketingMaterial | null,
): boolean {
  if (productKindOf(type) !== 'custom') return marketing === null;
  return marketing !== null && isValidMaterial(marketing);
}
