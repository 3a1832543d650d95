import * as v from 'valibot';
import { moment, wholeNumber } from './primitives.ts';
import { tierCategory } from './product-type.ts';

/** Upper end of the highest bracket, where the maximum level is reached (spec 1 §9). */
export const TIER_CAP = 999_999;

/** A level of a tier: products this year, from `from` up to but not including `to`. */
export const tierBracket = v.object({
  id: wholeNumber,
  level: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
  from: wholeNumber,
  /** Product count at which the next level starts; `TIER_CAP` for the highest. */
  to: wholeNumber,
  /** Extra points per product at this level, on top of the points for its type. */
  points: wholeNumber,
});
export type TierBracket = v.InferOutput<typeof tierBracket>;

/** Levels as set by operators: the product count per year at which each starts, and its extra points. */
export const tierLevels = v.pipe(
  v.array(v.object({ from: v.pipe(wholeNumber, v.maxValue(TIER_CAP - 1)), points: wholeNumber })),
  v.minLength(1),
  v.maxLength(20),
  v.check(
    (levels) =>
      levels[0]?.from === 0 &&
      levels.every(({ from }, index) => index === 0 || from > (levels[index - 1]?.from ?? 0)),
    'The levels must start at 0 and increase.',
  ),
);

/** Levels of one tier category in one country, lowest first (spec 2 §3). */
export const tierDefinition = v.object({
  id: wholeNumber,
  tier_category: tierCategory,
  brackets: v.pipe(
    v.array(tierBracket),
    v.minLength(1),
    v.check((brackets) => areBracketsContiguous(brackets)),
  ),
  /** Time at which the count restarts. */
  reset_at: moment,
});
export type TierDefinition = v.InferOutput<typeof tierDefinition>;

/** A company's progress in one tier category this year (spec 2 §3). */
export const tierProgress = v.object({
  tier_definition: tierDefinition,
  tier_bracket: tierBracket,
  /** Products saved this year and not rejected. */
  progress: wholeNumber,
});
export type TierProgress = v.InferOutput<typeof tierProgress>;

/** A company's level at the end of a year. */
export const tierYear = v.object({
  year: v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(2200)),
  tier_category: tierCategory,
  level: tierBracket.entries.level,
  progress: wholeNumber,
});

/** True if the brackets cover 0 to the cap without gaps. */
export function areBracketsContiguous(brackets: readonly TierBracket[]): boolean {
  let from = 0;
  for (const bracket of brackets) {
    if (bracket.from !== from || bracket.to <= from) return false;
    from = bracket.to;
  }
  return from === TIER_CAP;
}

/**
 * Returns the bracket for a product count.
 * @param brackets contiguous, see `areBracketsContiguous`
 * @param count products of the year
 */
export function bracketAt(brackets: readonly TierBracket[], count: number): TierBracket {
  const matchingBracket = brackets.findLast((bracket) => bracket.from <= count);
  if (!matchingBracket) throw new Error('A tier has no bracket that starts at 0.');
  return matchingBracket;
}

/**
 * Progress within the level (spec 1 §9: percentage of the bracket's span; the maximum level ends at the cap).
 * @returns `percent` from 0 to 100, and the number of products `missing` to the next level; null at the maximum
 * level
 */
export function bracketProgress({
  tier_bracket: { from, to },
  progress,
}: Pick<TierProgress, 'tier_bracket' | 'progress'>): { percent: number; missing: number } | null {
  if (to === TIER_CAP) return null;
  const progressInLevel = Math.min(Math.max(progress - from, 0), to - from);
  return {
    percent: Math.floor((progressInLevel / (to - from)) * 100),
    missing: to - from - progressInLevel,
  };
}

/** Returns the next level; null at the maximum level. */
export function nextBracket({
  tier_bracket: { to },
  tier_definition: { brackets },
}: Pick<TierProgress, 'tier_bracket' | 'tier_definition'>): TierBracket | null {
  return brackets.find(({ from }) => from === to) ?? null;
}
