import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bracketAt,
  areBracketsContiguous,
  nextBracket,
  TIER_CAP,
  bracketProgress,
  type TierBracket,
} from '#schemas/tier.ts';

/** Random levels, at most eight. */
const tierBrackets = fc
  .uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 7 })
  .map((steps): TierBracket[] => {
    const starts = [0, ...steps.toSorted((a, b) => a - b)];
    return starts.map((from, index) => ({
      id: index,
      level: index + 1,
      from,
      to: starts[index + 1] ?? TIER_CAP,
      points: index,
    }));
  });
const count = fc.integer({ min: 0, max: 6000 });

test('every number of products has one level, and a higher number never has a lower level', () => {
  fc.assert(
    fc.property(tierBrackets, count, fc.nat(50), (brackets, products, extra) => {
      const current = bracketAt(brackets, products);
      expect(current.from).toBeLessThanOrEqual(products);
      expect(current.to).toBeGreaterThan(products);
      expect(bracketAt(brackets, products + extra).level).toBeGreaterThanOrEqual(current.level);
    }),
  );
});

test('the progress is from 0 to below 100 percent, and exactly the missing products lead to the next level', () => {
  fc.assert(
    fc.property(tierBrackets, count, (brackets, progress) => {
      const tier_bracket = bracketAt(brackets, progress);
      const bar = bracketProgress({ tier_bracket, progress });
      expect(bar === null).toBe(tier_bracket.to === TIER_CAP);
      const above = nextBracket({
        tier_bracket,
        tier_definition: { id: 1, tier_category: 1, brackets, reset_at: '' },
      });
      expect(above?.from ?? null).toBe(bar && progress + bar.missing);
      if (bar === null) return;
      expect(bar.percent).toBeGreaterThanOrEqual(0);
      expect(bar.percent).toBeLessThan(100);
      const next = bracketAt(brackets, progress + bar.missing);
      expect(next.level).toBe(tier_bracket.level + 1);
      expect(bracketAt(brackets, progress + bar.missing - 1)).toEqual(tier_bracket);
    }),
  );
});

test('levels with a gap, an overlap or an open end are invalid', () => {
  fc.assert(
    fc.property(tierBrackets, fc.nat(), (brackets, place) => {
      expect(areBracketsContiguous(brackets)).toBe(true);
      const bracketIndex = place % brackets.length;
      const broken = brackets.map((bracket, index) =>
        index === bracketIndex ? { ...bracket, to: bracket.to - 1 } : bracket,
      );
      expect(areBracketsContiguous(broken)).toBe(false);
    }),
  );
});
