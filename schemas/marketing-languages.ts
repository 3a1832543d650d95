import type { RegionCode } from './regions.ts';

/** The regions that marketing material has words of (spec 2 §1), by their codes: `si` is Slovenia's. */
export const marketingLanguages = ['pl', 'hu', 'ro', 'hr', 'si', 'bg'] as const;
export type MarketingLanguage = (typeof marketingLanguages)[number];

/** The language of a region's material; null where there is none, and so no material is offered (spec 2 §1). */
export function materialLanguageOf(region: RegionCode): MarketingLanguage | null {
  return marketingLanguages.find((language) => language === region.toLowerCase()) ?? null;
}
