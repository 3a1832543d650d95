/** What a closed project has brought beside its points: a step of a level, and something to spend them on. Pure. */
import {
  categoryOfType,
  type TierCategory,
  type TierProductCategory,
} from '#schemas/product-type.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isSoldOut, lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { tierBar, type TierProgress } from '#schemas/tier.ts';

/** Where a level stands with a project's products, and where it would stand without them. */
export interface LevelStep {
  readonly category: TierCategory;
  readonly level: number;
  /** Products of the project that count in it. */
  readonly counted: number;
  /** Products to the next level; null at the top. */
  readonly missing: number | null;
  /** 0 to 100. */
  readonly before: number;
  readonly now: number;
}

/**
 * The level that most of the products have moved.
 * @returns null where none of them counts in a tier
 */
export function levelStep(
  products: readonly Pick<ScanDocument, 'type' | 'state' | 'flag'>[],
  categories: readonly TierProductCategory[],
  tiers: readonly TierProgress[],
): LevelStep | null {
  const counting = products.filter(({ state, flag }) => state === 'sent' && flag !== 'rejected');
  const steps = tiers.map((tier): LevelStep => {
    const category = tier.tier_definition.tier_category;
    const counted = counting.filter(({ type }) => categoryOfType(categories, type) === category);
    const bar = tierBar(tier);
    const earlier = tierBar({ ...tier, progress: tier.progress - counted.length });
    return {
      category,
      level: tier.tier_bracket.level,
      counted: counted.length,
      missing: bar?.missing ?? null,
      before: earlier?.percent ?? 100,
      now: bar?.percent ?? 100,
    };
  });
  const [most] = steps.toSorted((one, other) => other.counted - one.counted);
  return most && most.counted > 0 ? most : null;
}

/** Something of the shop, and how many of it these points buy: 0 where points are missing. */
export interface Example {
  readonly product: ShopProductDocument;
  readonly points: number;
  readonly count: number;
}

/**
 * One thing that points can be spent on: the dearest that what was booked buys by itself, else the dearest that
 * the balance buys, else the cheapest there is.
 */
export function exampleFor(
  shelf: readonly ShopProductDocument[],
  booked: number,
  owned: number,
): Example | null {
  const goods = shelf
    .filter((product) => !isSoldOut(product))
    .map((product) => ({ product, points: lowestPrice(product).points }))
    .filter(({ points }) => points > 0)
    .toSorted((one, other) => one.points - other.points);
  const dearest = (purse: number) => goods.findLast(({ points }) => points <= purse);
  const found = dearest(booked) ?? dearest(owned) ?? goods[0];
  if (!found) return null;
  const purse = found.points <= booked ? booked : owned;
  return { ...found, count: Math.max(0, Math.floor(purse / found.points)) };
}
