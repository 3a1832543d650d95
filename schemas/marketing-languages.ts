import type { RegionCode } from './regions.ts';

/** Regions with preprinted texts (spec 2 §1), by region code: `si` is Slovenia. */
export const marketingLanguages = ['pl', 'hu', 'ro', 'hr', 'si', 'bg'] as const;
export type MarketingLanguage = (typeof marketingLanguages)[number];

/** Language of a region's marketing material; null if it has none, and then the person chooses one (spec 2 §1). */
export function materialLanguageOf(region: RegionCode): MarketingLanguage | null {
  return marketingLanguages.find((language) => language === region.toLowerCase()) ?? null;
}
