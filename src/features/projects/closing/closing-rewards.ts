/** Rewards of a closed project besides points: level progress and something to buy. Pure. */
import {
  findTierCategory,
  type TierCategory,
  type TierProductCategory,
} from '#schemas/product-type.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isSoldOut, lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { bracketProgress, type TierProgress } from '#schemas/tier.ts';

/** A level's progress with and without the newly counted products. */
export interface LevelProgress {
  readonly category: TierCategory;
  readonly level: number;
  /** Products of the project in this level that did not count before the closing. */
  readonly counted: number;
  /** Products missing to the next level; null at the top. */
  readonly missing: number | null;
  /** 0 to 100. */
  readonly before: number;
  readonly now: number;
}

type Product = Pick<ScanDocument, 'uuid' | 'type' | 'state' | 'flag' | 'created_at'>;

/**
 * True if the server has the product and counts it. A product counts in its tier from then on, not
 * from the closing on.
 */
export function isCounted({ state, flag }: Pick<Product, 'state' | 'flag'>): boolean {
  return state === 'sent' && flag !== 'rejected';
}

/**
 * Finds the level with the most newly counted products, else the one with most of the project's
 * products.
 * @param known ids of the products that counted before
 * @returns null if no product counts in a tier this year
 */
export function levelProgress(
  products: readonly Product[],
  categories: readonly TierProductCategory[],
  tiers: readonly TierProgress[],
  known: ReadonlySet<string>,
): LevelProgress | null {
  const steps = tiers.map((tier) => {
    const { tier_category: category, reset_at: reset } = tier.tier_definition;
    const yearStart = String(Number(reset.slice(0, 4)) - 1) + reset.slice(4);
    const inTier = products.filter(
      (product) =>
        isCounted(product) &&
        product.created_at >= yearStart &&
        product.created_at < reset &&
        findTierCategory(categories, product.type) === category,
    );
    const counted = inTier.filter(({ uuid }) => !known.has(uuid)).length;
    const bar = bracketProgress(tier);
    const earlier = bracketProgress({ ...tier, progress: tier.progress - counted });
    const step: LevelProgress = {
      category,
      level: tier.tier_bracket.level,
      counted,
      missing: bar?.missing ?? null,
      before: earlier?.percent ?? 100,
      now: bar?.percent ?? 100,
    };
    return { step, products: inTier.length };
  });
  const [most] = steps.toSorted(
    (one, other) => other.step.counted - one.step.counted || other.products - one.products,
  );
  return most && most.products > 0 ? most.step : null;
}

/** A shop product and how many of it the points buy; 0 if there are too few. */
export interface ShopExample {
  readonly product: ShopProductDocument;
  readonly points: number;
  readonly count: number;
}

/**
 * Picks an example to spend points on: the most expensive product that the booked points buy, else
 * one that the balance buys, else the cheapest.
 */
export function findShopExample(
  shelf: readonly ShopProductDocument[],
  booked: number,
  owned: number,
): ShopExample | null {
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
