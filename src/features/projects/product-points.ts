/** What products bring that the server does not have yet (decisions, "Points"). Pure. */
import { categoryOfType, type TierProductCategory } from '#schemas/product-type.ts';
import { bracketAt, type TierProgress } from '#schemas/tier.ts';

/** What products are worth for a company, as this device knows it. */
export interface PointRules {
  /** By type. */
  readonly pointsOfType: Readonly<Record<string, number>>;
  readonly categories: readonly TierProductCategory[];
  /** Where the company stands in its tiers. */
  readonly tiers: readonly TierProgress[];
}

/**
 * What each of these products is worth if they are saved in this order: the points of its type, and what the company's
 * level adds then, which climbs with them.
 * @returns points, in the same order
 */
export function pointsOfProducts(
  types: readonly string[],
  { pointsOfType, categories, tiers }: PointRules,
): number[] {
  const counts = new Map(tiers.map((one) => [one.tier_definition.tier_category, one.progress]));
  return types.map((type) => {
    const category = categoryOfType(categories, type);
    const tier = tiers.find((one) => one.tier_definition.tier_category === category);
    const base = pointsOfType[type] ?? 0;
    if (!tier || category === undefined) return base;
    const count = counts.get(category) ?? 0;
    counts.set(category, count + 1);
    return base + bracketAt(tier.tier_definition.brackets, count).points;
  });
}
