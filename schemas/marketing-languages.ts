import type { RegionCode } from './regions.ts';

/** Regions with preprinted marketing material (spec 2 §1), as lower-case region codes. */
export const preprintedRegions = ['pl', 'hu', 'ro', 'hr', 'si', 'bg'] as const;
export type PreprintedRegion = (typeof preprintedRegions)[number];

/**
 * Returns the region's preprinted material; null if it has none, in which case the user chooses one (spec 2
 * §1).
 */
export function preprintedRegionOf(region: RegionCode): PreprintedRegion | null {
  return preprintedRegions.find((candidate) => candidate === region.toLowerCase()) ?? null;
}
