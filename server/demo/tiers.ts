import type { TierCategory } from '#schemas/product-type.ts';
import { regions } from '#schemas/regions.ts';
import { TIER_CAP, type TierBracket } from '#schemas/tier.ts';
import { type TierInput } from '../tiers/write-tier.ts';

/** Lower bound of each level and its extra points per product. */
type Levels = readonly (readonly [from: number, points: number])[];

const tierLevels: readonly (readonly [TierCategory, Levels])[] = [
  [
    1,
    [
      [0, 0],
      [60, 5],
      [150, 10],
      [400, 20],
    ],
  ],
  [
    3,
    [
      [0, 0],
      [60, 5],
      [150, 10],
      [400, 20],
    ],
  ],
  [
    6,
    [
      [0, 0],
      [20, 10],
      [60, 25],
    ],
  ],
];

/** The same tiers in every country: wooden, plastic and flat-roof windows. */
export const demoTiers: readonly TierInput[] = regions.flatMap(({ id, code }) =>
  tierLevels.map(([tier_category, levels]): TierInput => {
    const tier = id * 100 + tier_category;
    return { id: tier, region: code, tier_category, brackets: buildBrackets(tier, levels) };
  }),
);

function buildBrackets(tier: number, levels: Levels): TierBracket[] {
  return levels.map(([from, points], index) => ({
    id: tier * 10 + index,
    level: index + 1,
    from,
    to: levels[index + 1]?.[0] ?? TIER_CAP,
    points,
  }));
}
