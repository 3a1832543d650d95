/** What a person may scan first: roles differ in the product types that count for them (spec 1 §6). Pure. */
import {
  allowedTypes,
  type TierCategory,
  type TierProductCategory,
  windowCategories,
} from '#schemas/product-type.ts';
import type { RoleId } from '#schemas/roles.ts';

export interface FirstScan {
  /** Whether windows are among it. */
  readonly isWindow: boolean;
  /** The tier categories of all that the role may scan, ascending. */
  readonly categories: readonly TierCategory[];
  /** A type of it for the picture; undefined where there is none. */
  readonly type: string | undefined;
}

/** @param role undefined while it is not known: then nothing is said of windows */
export function firstScan(
  known: readonly TierProductCategory[],
  role: RoleId | undefined,
): FirstScan {
  const types = role === undefined ? new Set<string>() : allowedTypes(known, role);
  const allowed = known
    .filter(({ type }) => types.has(type))
    .toSorted((one, other) => one.tier_category - other.tier_category);
  const window = allowed.find((one) => windowCategories.includes(one.tier_category));
  return {
    isWindow: window !== undefined,
    categories: [...new Set(allowed.map((one) => one.tier_category))],
    type: (window ?? allowed[0])?.type,
  };
}
