/** A serial number that a company has looked up. */
interface LookedUpNumber {
  readonly number: number;
  /** True if the number is registered and not used by another company. */
  readonly available: boolean;
}

/** The running number at the end of a code. `held-lots.ts` repeats this pattern in SQL. */
const RUNNING_NUMBER = /\d{1,6}$/;

/** Splits a code into its lot and its number within the lot. */
export function parseLot(code: string): { readonly lot: string; readonly number: number } {
  const digits = RUNNING_NUMBER.exec(code)?.[0] ?? '';
  return { lot: code.slice(0, code.length - digits.length), number: Number(digits) };
}

/** Number of nearby lookups evaluated together. A pallet for a large building has fewer products than this. */
export const ENUMERATION_LENGTH = 30;
/** Maximum range of the numbers evaluated together. So looking up every other number still counts as enumeration. */
const MAX_RANGE = 2 * ENUMERATION_LENGTH;

/**
 * True if a company guesses serial numbers by enumerating a lot. This is assumed if the company has looked up many
 * nearby numbers, and most of them aren't available. On a real pallet, nearly all numbers are available.
 */
export function isEnumeration(lookups: readonly LookedUpNumber[]): boolean {
  const sortedLookups = lookups.toSorted((a, b) => a.number - b.number);
  let unavailableCount = 0;
  return sortedLookups.some(({ number, available }, index) => {
    if (!available) unavailableCount += 1;
    const beforeWindow = sortedLookups[index - ENUMERATION_LENGTH];
    if (beforeWindow && !beforeWindow.available) unavailableCount -= 1;
    const firstLookup = sortedLookups[index - ENUMERATION_LENGTH + 1];
    return (
      firstLookup !== undefined &&
      number - firstLookup.number < MAX_RANGE &&
      unavailableCount * 2 > ENUMERATION_LENGTH
    );
  });
}
