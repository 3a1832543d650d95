import * as v from 'valibot';
import {
  type FlyerSubtype,
  flyerSubtypes,
  type MarketingType,
  marketingTypes,
} from './marketing-pictures.ts';

/** What a product of the shop is, where it is marketing material: only flyers have a subtype (spec 2 §2). */
export const marketingMaterial = v.object({
  type: v.picklist(marketingTypes),
  subtype: v.nullable(v.picklist(flyerSubtypes)),
});
export interface MarketingMaterial {
  readonly type: MarketingType;
  readonly subtype: FlyerSubtype | null;
}

/** Whether it names a material that there is: a flyer says what it is about, and nothing else does. */
export function isValidMaterial({ type, subtype }: MarketingMaterial): boolean {
  return (type === 'flyer') === (subtype !== null);
}
