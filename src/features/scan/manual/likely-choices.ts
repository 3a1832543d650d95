/** Which type, size and variant a person most likely means: what was fitted most, and most recently. Pure. */
import type { Product } from './manual-state.ts';
import type { ProductChoice } from './manual-entry.ts';

/** A scan counts half of one that was made so many scans later. */
const HALF_LIFE = 25;
/** A scan of another product than what is chosen so far only decides between those that are equal otherwise. */
const ELSEWHERE = 1 / 1000;

/**
 * Puts the likeliest first; what was never scanned keeps its order after it.
 * @param values what the field offers
 * @param scans what was scanned last, newest first
 * @param choice what is chosen in the other fields: scans of that count before all others
 */
export function sortByLikelihood(
  field: keyof Product,
  values: readonly string[],
  scans: readonly Product[],
  choice: ProductChoice,
): string[] {
  const fields = ['type', 'size', 'variant'] as const;
  const others = fields.filter((one) => one !== field && choice[one] !== null);
  const scores = new Map<string, number>();
  for (const [ago, scan] of scans.entries()) {
    const isLike = others.every((other) => scan[other] === choice[other]);
    const score = 2 ** (-ago / HALF_LIFE) * (isLike ? 1 : ELSEWHERE);
    scores.set(scan[field], (scores.get(scan[field]) ?? 0) + score);
  }
  const scoreOf = (value: string) => scores.get(value) ?? 0;
  return values.toSorted((a, b) => scoreOf(b) - scoreOf(a));
}
