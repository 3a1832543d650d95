import * as v from 'valibot';
import { moment, wholeNumber } from './primitives.ts';
import { tierCategory } from './product-type.ts';

/** The top of the highest bracket: whoever is in it has reached the maximum level (spec 1 §9). */
export const TIER_CAP = 999_999;

/** A level of a tier: from so many products of the year, below so many. */
export const tierBracket = v.object({
  id: wholeNumber,
  level: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
  from: wholeNumber,
  /** The first number that belongs to the next level; `TIER_CAP` for the highest. */
  to: wholeNumber,
  /** What each product fitted at this level is worth beside the points of its type. */
  points: wholeNumber,
});
export type TierBracket = v.InferOutput<typeof tierBracket>;

/** The levels of one tier category in one country, from the lowest (spec 2 §3). */
export const tierDefinition = v.object({
  id: wholeNumber,
  tier_category: tierCategory,
  brackets: v.pipe(
    v.array(tierBracket),
    v.minLength(1),
    v.check((brackets) => areBracketsContiguous(brackets)),
  ),
  /** When counting begins anew. */
  reset_at: moment,
});
export type TierDefinition = v.InferOutput<typeof tierDefinition>;

/** Where a company stands in one tier category this year (spec 2 §3). */
export const tierProgress = v.object({
  tier_definition: tierDefinition,
  tier_bracket: tierBracket,
  /** Products that count this year: saved, and not rejected. */
  progress: wholeNumber,
});
export type TierProgress = v.InferOutput<typeof tierProgress>;

/** Where a company stood at the end of a year. */
export const tierYear = v.object({
  year: v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(2200)),
  tier_category: tierCategory,
  level: tierBracket.entries.level,
  progress: wholeNumber,
});
export type TierYear = v.InferOutput<typeof tierYear>;

/** Whether the brackets follow each other without a gap, from 0 to the cap. */
export function areBracketsContiguous(brackets: readonly TierBracket[]): boolean {
  let from = 0;
  for (const bracket of brackets) {
    if (bracket.from !== from || bracket.to <= from) return false;
    from = bracket.to;
  }
  return from === TIER_CAP;
}

/**
 * The bracket that a number of products belongs to.
 * @param brackets a ladder (`isLadder`)
 * @param count products of the year
 */
export function bracketAt(brackets: readonly TierBracket[], count: number): TierBracket {
  const found = brackets.findLast((bracket) => bracket.from <= count);
  if (!found) throw new Error('A tier has no bracket that begins at 0.');
  return found;
}

/**
 * How far a company is within its level (spec 1 §9: the percentage is the progress out of the
 * bracket's span, and the maximum level is reached where the bracket's top is the cap).
 * @returns `percent` from 0 to 100, and the products `missing` to the next level; null at the top
 */
export function bracketProgress({
  tier_bracket: { from, to },
  progress,
}: Pick<TierProgress, 'tier_bracket' | 'progress'>): { percent: number; missing: number } | null {
  if (to === TIER_CAP) return null;
  const done = Math.min(Math.max(progress - from, 0), to - from);
  return { percent: Math.floor((done / (to - from)) * 100), missing: to - from - done };
}

/** The level above a company's; null where it has reached the highest. */
export function nextBracket({
  tier_bracket: { to },
  tier_definition: { brackets },
}: Pick<TierProgress, 'tier_bracket' | 'tier_definition'>): TierBracket | null {
  return brackets.find(({ from }) => from === to) ?? null;
}
