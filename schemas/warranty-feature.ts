import type { RegionCode } from './regions.ts';

/** The bit of the warranty feature in a region's flags (spec 1 §5). */
const WARRANTY_FLAG = 4;
/** Where it is active for every company; elsewhere for the recommended ones (spec 1 §5). */
const WARRANTY_REGIONS: readonly RegionCode[] = ['RO', 'BG'];

/** What the warranty feature hangs on; `undefined` is what this device has never fetched. */
export interface WarrantyConditions {
  /** The bit mask of the region's settings. */
  readonly flags: number | undefined;
  readonly region: RegionCode;
  readonly isRecommended: boolean | undefined;
}

/** Whether a company issues warranty certificates (spec 1 §5); undefined where that can't be told. */
export function hasWarranty({
  flags,
  region,
  isRecommended,
}: WarrantyConditions): boolean | undefined {
  if (flags === undefined) return undefined;
  if ((flags & WARRANTY_FLAG) === 0) return false;
  return WARRANTY_REGIONS.includes(region) || isRecommended;
}
