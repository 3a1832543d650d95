import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TierProductCategory } from '#schemas/product-type.ts';
import { TIER_CAP } from '#schemas/tier.ts';
import { pointsOfProducts } from '#src/features/projects/project-points.ts';

const categories: TierProductCategory[] = [
  { type: 'GGL', status: 'active', tier_category: 1 },
  { type: 'DKL', status: 'active', tier_category: 2 },
];
const brackets = [
  { id: 1, level: 1, from: 0, to: 3, points: 0 },
  { id: 2, level: 2, from: 3, to: TIER_CAP, points: 7 },
];
const tier = (progress: number) => {
  const reset_at = '2026-12-31T23:00:00.000Z';
  const tier_definition = { id: 1, tier_category: 1 as const, brackets, reset_at };
  return { tier_definition, tier_bracket: brackets[0] ?? failIfCalled(), progress };
};
const failIfCalled = () => {
  throw new Error('There is no bracket.');
};
const pointRules = (progress: number) => ({
  pointsOfType: { GGL: 30, DKL: 12 },
  categories,
  tiers: [tier(progress)],
});

describe('the points of products', () => {
  it('are those of their type plus the bonus of the level they reach', () => {
    const types = ['GGL', 'DKL', 'GGL', 'NEW', 'GGL'];
    expect(pointsOfProducts(types, pointRules(1))).toEqual([30, 12, 30, 0, 37]);
    expect(pointsOfProducts(types, { ...pointRules(1), tiers: [] })).toEqual([30, 12, 30, 0, 30]);
  });

  it('are the same in two parts as at once', () => {
    const types = fc.array(fc.constantFrom('GGL', 'DKL', 'NEW'), { maxLength: 8 });
    fc.assert(
      fc.property(types, types, fc.nat(5), (first, second, progress) => {
        const newProgress = progress + first.filter((type) => type === 'GGL').length;
        expect(pointsOfProducts([...first, ...second], pointRules(progress))).toEqual([
          ...pointsOfProducts(first, pointRules(progress)),
          ...pointsOfProducts(second, pointRules(newProgress)),
        ]);
      }),
    );
  });
});
