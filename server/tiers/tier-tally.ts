import {
  findTierCategory,
  type TierCategory,
  type TierProductCategory,
} from '#schemas/product-type.ts';
import { type Scan } from '#schemas/scan.ts';
import { bracketAt } from '#schemas/tier.ts';
import { type TierBrackets } from './load-brackets.ts';

type CountedScan = Pick<Scan, 'type' | 'deleted' | 'flag' | 'created_at'>;

/** Tracks the company's tier counts while a batch is processed. */
interface TierTally {
  /**
   * Returns a product's extra points, which depend on the company's level at the time of saving. If the product type
   * changes within the same tier category, the original points stay.
   */
  getPoints(
    type: string,
    storedScan: (CountedScan & { readonly tier_points: number }) | undefined,
  ): number;
  /** Counts a scan that was saved, changed or removed. */
  count(before: CountedScan | undefined, after: CountedScan): void;
}

/**
 * @param countsBefore this year's counts before the batch, by tier category
 * @param now the server's time as an ISO 8601 string in UTC
 */
export function createTierTally(
  countsBefore: ReadonlyMap<TierCategory, number>,
  rules: { readonly categories: readonly TierProductCategory[]; readonly tiers: TierBrackets },
  now: string,
): TierTally {
  const counts = new Map(countsBefore);
  const year = now.slice(0, 4);
  const findCategory = (type: string) => findTierCategory(rules.categories, type);
  const change = (scan: CountedScan | undefined, delta: 1 | -1) => {
    if (!scan || scan.deleted || scan.flag === 'rejected' || !scan.created_at.startsWith(year))
      return;
    const category = findCategory(scan.type);
    if (category !== undefined) counts.set(category, (counts.get(category) ?? 0) + delta);
  };
  const findBracket = (category: TierCategory) => {
    const tier = rules.tiers.get(category);
    return tier && bracketAt(tier.brackets, counts.get(category) ?? 0);
  };
  return {
    getPoints(type, storedScan) {
      const category = findCategory(type);
      if (category === undefined) return 0;
      if (storedScan && !storedScan.deleted && findCategory(storedScan.type) === category) {
        return storedScan.tier_points;
      }
      return findBracket(category)?.points ?? 0;
    },
    count(before, after) {
      change(before, -1);
      change(after, 1);
    },
  };
}
