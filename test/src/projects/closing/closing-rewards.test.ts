import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TIER_CAP, type TierProgress } from '#schemas/tier.ts';
import { findShopExample, levelProgress } from '#src/features/projects/closing/closing-cards.tsx';

const categories = [
  { type: 'GGL', status: 'active', tier_category: 1 },
  { type: 'SRH', status: 'active', tier_category: 4 },
] as const;

function tier(category: 1 | 4, progress: number, top = false): TierProgress {
  const brackets = [
    { id: 1, level: 1, from: 0, to: 60, points: 0 },
    { id: 2, level: 2, from: 60, to: TIER_CAP, points: 5 },
  ];
  const bracket = brackets[top ? 1 : 0];
  if (!bracket) throw new Error('There is no such level.');
  return {
    tier_definition: {
      id: category,
      tier_category: category,
      brackets,
      reset_at: '2027-01-01T00:00:00.000Z',
    },
    tier_bracket: bracket,
    progress,
  };
}
let productCount = 0;
const product = (
  type: string,
  flag: 'valid' | 'rejected' | 'in_review' = 'valid',
  created_at = '2026-05-04T10:00:00.000Z',
) => {
  productCount += 1;
  return { uuid: `product-${productCount}`, type, flag, state: 'sent' as const, created_at };
};
const noIds: ReadonlySet<string> = new Set();
const idsOf = (products: readonly { uuid: string }[]) => new Set(products.map(({ uuid }) => uuid));

describe('the level reached by a project', () => {
  it('is the level with most of its products, with the progress before and after them', () => {
    const products = [product('GGL'), product('GGL'), product('SRH'), product('GGL', 'rejected')];
    expect(levelProgress(products, categories, [tier(4, 30), tier(1, 24)], noIds)).toEqual({
      category: 1,
      level: 1,
      newCount: 2,
      missing: 36,
      percentBefore: 36,
      percentNow: 40,
    });
  });

  it('depends only on products that didn’t count before and count this year', () => {
    const [before, now] = [[product('GGL'), product('GGL')], [product('GGL')]];
    const lastYear = product('GGL', 'valid', '2025-12-31T23:59:59.999Z');
    const step = (products: typeof before) =>
      levelProgress(products, categories, [tier(1, 24)], idsOf(before));
    expect(step([...before, ...now, lastYear])).toMatchObject({
      newCount: 1,
      percentBefore: 38,
      percentNow: 40,
    });
    expect(step(before)).toMatchObject({
      newCount: 0,
      missing: 36,
      percentBefore: 40,
      percentNow: 40,
    });
    expect(step([lastYear])).toBeNull();
  });

  it('is the highest level if there is none above it, and null if no product counts', () => {
    expect(levelProgress([product('GGL')], categories, [tier(1, 80, true)], noIds)).toMatchObject({
      missing: null,
      percentNow: 100,
    });
    expect(levelProgress([product('XYZ')], categories, [tier(1, 80)], noIds)).toBeNull();
    expect(
      levelProgress([{ ...product('GGL'), state: 'waiting' }], categories, [tier(1, 8)], noIds),
    ).toBeNull();
    expect(levelProgress([product('GGL')], categories, [], noIds)).toBeNull();
  });
});

describe('the suggested purchase', () => {
  const shopProduct = (price: number, stock = 1) => ({ variants: [{ price, stock }] }) as never;
  const priceOf = (shelf: never[], pointsBefore: number, pointsOwned: number) => {
    const example = findShopExample(shelf, pointsBefore, pointsOwned);
    return example && [example.points, example.count];
  };

  it('is the most expensive product that the points of this closing can buy, with its quantity', () => {
    expect(priceOf([shopProduct(300), shopProduct(120), shopProduct(80)], 260, 5000)).toEqual([
      120, 2,
    ]);
  });

  it('is otherwise the most expensive product that the balance can buy, or the cheapest one', () => {
    expect(priceOf([shopProduct(300), shopProduct(900)], 100, 700)).toEqual([300, 2]);
    expect(priceOf([shopProduct(300), shopProduct(900)], 100, 200)).toEqual([300, 0]);
  });

  it('is never a sold-out product, and doesn’t exist without a shop', () => {
    expect(priceOf([shopProduct(120, 0), shopProduct(80)], 260, 260)).toEqual([80, 3]);
    expect(findShopExample([], 260, 260)).toBeNull();
  });

  it('never costs more than the points', () => {
    const points = fc.integer({ min: 0, max: 5000 });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5000 })),
        points,
        points,
        (prices, one, two) => {
          const [pointsBefore, pointsOwned] = [Math.min(one, two), Math.max(one, two)];
          const example = findShopExample(
            prices.map((price) => shopProduct(price)),
            pointsBefore,
            pointsOwned,
          );
          expect(example === null).toBe(prices.length === 0);
          const { count, points: pointsEach } = example ?? { count: 0, points: 0 };
          expect(count * pointsEach).toBeLessThanOrEqual(pointsOwned);
        },
      ),
    );
  });
});
