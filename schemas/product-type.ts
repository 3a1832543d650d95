import * as v from 'valibot';
import { isRestrictedScanner, type RoleId } from './roles.ts';

/** Tier categories are numbered 1 to 9 and 99 (spec 1 §3). */
export const tierCategory = v.picklist([1, 2, 3, 4, 5, 6, 7, 8, 9, 99]);
export type TierCategory = v.InferOutput<typeof tierCategory>;

/** A product type's tier category and sales status. */
export const tierProductCategory = v.object({
  type: v.pipe(v.string(), v.regex(/^[A-Z0-9]{2,8}$/), v.maxLength(8)),
  status: v.picklist(['active', 'internal', 'retired']),
  tier_category: tierCategory,
});
export type TierProductCategory = v.InferOutput<typeof tierProductCategory>;

/** Tier categories that restricted roles may scan, and that require a product survey (spec 1 §6). */
const CATEGORIES_2_4_5: ReadonlySet<TierCategory> = new Set([2, 4, 5]);

/** Tier categories of windows (wood, plastic, flat roof); not blinds or flashings. */
export const windowCategories: readonly TierCategory[] = [1, 3, 6];

/** Finds the tier category of a type; undefined for an unknown type. */
export function findTierCategory(
  categories: readonly TierProductCategory[],
  type: string,
): TierCategory | undefined {
  return categories.find((category) => category.type === type)?.tier_category;
}

/**
 * Product types that a user may scan (spec 1 §6): all that aren't retired; for restricted roles, only internal
 * types in categories 2, 4 and 5.
 */
export function allowedTypes(
  categories: readonly TierProductCategory[],
  role: RoleId,
): ReadonlySet<string> {
  const allowedCategories = categories.filter((category) =>
    isRestrictedScanner(role)
      ? category.status === 'internal' && CATEGORIES_2_4_5.has(category.tier_category)
      : category.status !== 'retired',
  );
  return new Set(allowedCategories.map((category) => category.type));
}

/** True if the product survey must be answered before saving: categories 2, 4 and 5. */
export function requiresProductSurvey(
  categories: readonly TierProductCategory[],
  type: string,
): boolean {
  const category = findTierCategory(categories, type);
  return category !== undefined && CATEGORIES_2_4_5.has(category);
}
