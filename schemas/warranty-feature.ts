import type { RegionCode } from './regions.ts';

/** Bit of the warranty feature in a region's flags (spec 1 §5). */
const WARRANTY_FLAG = 4;
/** Regions where every company has the feature; elsewhere only recommended companies do (spec 1 §5). */
const WARRANTY_REGIONS: readonly RegionCode[] = ['RO', 'BG'];

/** Conditions of the warranty feature; `undefined` if this device has never fetched the value. */
interface WarrantyConditions {
  /** Bit mask of the region's settings. */
  readonly flags: number | undefined;
  readonly region: RegionCode;
  readonly isRecommended: boolean | undefined;
}

/** True if a company can issue warranty certificates (spec 1 §5); undefined if unknown. */
export function hasWarranty({
  flags,
  region,
  isRecommended,
}: WarrantyConditions): boolean | undefined {
  if (flags === undefined) return undefined;
  if ((flags & WARRANTY_FLAG) === 0) return false;
  return WARRANTY_REGIONS.includes(region) || isRecommended;
}
