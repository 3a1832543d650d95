/** Points of products that the server doesn't have yet (docs/behaviour/projects.md). Pure. */
import { findTierCategory, type TierProductCategory } from '#schemas/product-type.ts';
import { bracketAt, type TierProgress } from '#schemas/tier.ts';

/** Point values of products for a company, as known on this device. */
export interface PointRules {
  /** Base points by product type. */
  readonly pointsOfType: Readonly<Record<string, number>>;
  readonly categories: readonly TierProductCategory[];
  /** The company's progress in its tiers. */
  readonly tiers: readonly TierProgress[];
}

/**
 * Computes the points of each product if saved in this order: base points of its type plus the
 * bonus of the company's level, which rises with them.
 * @returns points, in the same order
 */
export function pointsOfProducts(
  types: readonly string[],
  { pointsOfType, categories, tiers }: PointRules,
): number[] {
  const counts = new Map(tiers.map((one) => [one.tier_definition.tier_category, one.progress]));
  return types.map((type) => {
    const category = findTierCategory(categories, type);
    const tier = tiers.find((one) => one.tier_definition.tier_category === category);
    const base = pointsOfType[type] ?? 0;
    if (!tier || category === undefined) return base;
    const count = counts.get(category) ?? 0;
    counts.set(category, count + 1);
    return base + bracketAt(tier.tier_definition.brackets, count).points;
  });
}
