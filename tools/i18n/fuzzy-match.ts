/** Which text a changed one was before. Pure. */
export interface SourceText {
  readonly message: string;
  readonly context: string | undefined;
  /** The files it stands in. */
  readonly files: readonly string[];
}

/** As alike two texts have to be at least, from 0 to 1, for one to be the other's correction. */
const ALIKE = 0.5;
/** Where both stand in the same file, as often: a sentence that was put in other words. */
const ALIKE_NEARBY = 0.3;

/**
 * Finds what each new text was before it was corrected.
 * @param gone texts that nothing says any more, by their ids
 * @param come texts that nothing said before, by their ids
 * @returns the id of the earlier text by that of the new one; the likest pairs first, each text once
 */
export function findCorrections(
  gone: ReadonlyMap<string, SourceText>,
  come: ReadonlyMap<string, SourceText>,
): Map<string, string> {
  const pairs = [...come].flatMap(([id, text]) =>
    [...gone].flatMap(([earlier, before]) => {
      const isNearby = text.files.some((file) => before.files.includes(file));
      const alike = text.context === before.context ? similarity(text.message, before.message) : 0;
      return alike >= (isNearby ? ALIKE_NEARBY : ALIKE)
        ? [{ id, earlier, rank: alike + (isNearby ? 1 : 0) }]
        : [];
    }),
  );
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, earlier } of pairs.toSorted((a, b) => b.rank - a.rank)) {
    if (found.has(id) || taken.has(earlier)) continue;
    found.set(id, earlier);
    taken.add(earlier);
  }
  return found;
}

/** How much two texts have in common, from 0 to 1: by pairs of letters (Sørensen and Dice). */
export function similarity(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)];
  if (a.length === 0 || b.length === 0) return one === other ? 1 : 0;
  const left = new Map<string, number>();
  for (const pair of a) left.set(pair, (left.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of b) {
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    common += 1;
    left.set(pair, count - 1);
  }
  return (2 * common) / (a.length + b.length);
}

function pairsOf(text: string): string[] {
  const letters = text.toLowerCase();
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) =>
    letters.slice(at, at + 2),
  );
}
