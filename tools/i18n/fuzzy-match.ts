/** A text with its context and source files. */
export interface SourceText {
  readonly message: string;
  readonly context: string | undefined;
  /** Source files that contain the text. */
  readonly files: readonly string[];
}

/** Minimum similarity, from 0 to 1, for treating one text as a correction of another. */
const MIN_SIMILARITY = 0.5;
/** Minimum similarity if both texts are in the same file, which suggests a rewording. */
const MIN_SIMILARITY_SAME_FILE = 0.3;

/**
 * Matches new texts with the removed texts they replace.
 * @param removedTexts removed texts by id
 * @param addedTexts new texts by id
 * @returns the removed id for each new id. Each text is matched once: first pairs in the same file, then the most
 *   similar pairs.
 */
export function findCorrections(
  removedTexts: ReadonlyMap<string, SourceText>,
  addedTexts: ReadonlyMap<string, SourceText>,
): Map<string, string> {
  const pairs = [...addedTexts].flatMap(([id, text]) =>
    [...removedTexts].flatMap(([removedId, removedText]) => {
      const isNearby = text.files.some((file) => removedText.files.includes(file));
      const score =
        text.context === removedText.context ? similarity(text.message, removedText.message) : 0;
      return score >= (isNearby ? MIN_SIMILARITY_SAME_FILE : MIN_SIMILARITY)
        ? [{ id, removedId, rank: score + (isNearby ? 1 : 0) }]
        : [];
    }),
  );
  const corrections = new Map<string, string>();
  const usedIds = new Set<string>();
  for (const { id, removedId } of pairs.toSorted((a, b) => b.rank - a.rank)) {
    if (corrections.has(id) || usedIds.has(removedId)) continue;
    corrections.set(id, removedId);
    usedIds.add(removedId);
  }
  return corrections;
}

/** Computes a similarity from 0 to 1 by pairs of letters (Sørensen–Dice). */
export function similarity(firstText: string, secondText: string): number {
  const [firstPairs, secondPairs] = [pairsOf(firstText), pairsOf(secondText)];
  if (firstPairs.length === 0 || secondPairs.length === 0) return firstText === secondText ? 1 : 0;
  const unmatchedCounts = new Map<string, number>();
  for (const pair of firstPairs) unmatchedCounts.set(pair, (unmatchedCounts.get(pair) ?? 0) + 1);
  let commonCount = 0;
  for (const pair of secondPairs) {
    const count = unmatchedCounts.get(pair) ?? 0;
    if (count === 0) continue;
    commonCount += 1;
    unmatchedCounts.set(pair, count - 1);
  }
  return (2 * commonCount) / (firstPairs.length + secondPairs.length);
}

function pairsOf(text: string): string[] {
  const letters = text.toLowerCase();
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, index) =>
    letters.slice(index, index + 2),
  );
}
