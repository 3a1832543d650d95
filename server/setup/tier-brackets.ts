import { regionIdOf, type RegionCode } from '#schemas/regions.ts';
import { TIER_CAP } from '#schemas/tier.ts';
import { type TierInput } from '../tiers/write-tier.ts';
import { type TierLevels } from './setup-schema.ts';

/** Converts levels to a tier whose brackets have no gaps. The ids are derived from the country and the category. */
export function toTier(region: RegionCode, { tier_category, levels }: TierLevels): TierInput {
  const id = regionIdOf(region) * 100 + tier_category;
  const brackets = levels.map(({ from, points }, index) => ({
    id: id * 10 + index,
    level: index + 1,
    from,
    to: levels[index + 1]?.from ?? TIER_CAP,
    points,
  }));
  return { id, region, tier_category, brackets };
}
