import * as v from 'valibot';
import {
  type FlyerSubtype,
  flyerSubtypes,
  type MarketingType,
  marketingTypes,
} from './marketing-pictures.ts';

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
export function isValidMaterial({ type, subtype }: MarketingMaterial): boolean {
  return (type === 'flyer') === (subtype !== null);
}
