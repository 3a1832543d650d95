/** What a closed project has brought beside its points: a step of a level, and something to spend them on. Pure. */
import {
  categoryOfType,
  type TierCategory,
  type TierProductCategory,
} from '#schemas/product-type.ts';
import type { ScanDocument } from '#schemas/scan.ts';
import { isSoldOut, lowestPrice, type ShopProductDocument } from '#schemas/shop-product.ts';
import { tierBar, type TierProgress } from '#schemas/tier.ts';

/** Where a level stands with a project's products, and where it would stand without the newly counted ones. */
export interface LevelProgress {
  readonly category: TierCategory;
  readonly level: number;
  /** Products of the project that count in it, and had not counted before the closing. */
  readonly counted: number;
  /** Products to the next level; null at the top. */
  readonly missing: number | null;
  /** 0 to 100. */
  readonly before: number;
  readonly now: number;
}

type Product = Pick<ScanDocument, 'uuid' | 'type' | 'state' | 'flag' | 'created_at'>;

/** Whether the server has a product and counts it: it counts in its tier from then on, not from the closing on. */
export function isCounted({ state, flag }: Pick<Product, 'state' | 'flag'>): boolean {
  return state === 'sent' && flag !== 'rejected';
}

/**
 * Finds the level that a closing has moved most, else that of most of its products.
 * @param known the ids of the products that counted before it
 * @returns null where none of them counts in a tier this year
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
        categoryOfType(categories, product.type) === category,
    );
    const counted = inTier.filter(({ uuid }) => !known.has(uuid)).length;
    const bar = tierBar(tier);
    const earlier = tierBar({ ...tier, progress: tier.progress - counted });
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

/** Something of the shop, and how many of it these points buy: 0 where points are missing. */
export interface ShopExample {
  readonly product: ShopProductDocument;
  readonly points: number;
  readonly count: number;
}

/**
 * One thing that points can be spent on: the dearest that what was booked buys by itself, else the dearest that
 * the balance buys, else the cheapest there is.
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
