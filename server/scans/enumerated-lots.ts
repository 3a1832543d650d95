/** A serial number that a company has looked up. */
interface LookedUpNumber {
  readonly number: number;
  /** Registered and not used by another company. */
  readonly available: boolean;
}

/** The running number at the end of a code. `held-lots.ts` repeats this pattern in SQL. */
const RUNNING_NUMBER = /\d{1,6}$/;

/** Splits a code into its lot and its number within the lot. */
export function parseLot(code: string): { readonly lot: string; readonly number: number } {
  const digits = RUNNING_NUMBER.exec(code)?.[0] ?? '';
  return { lot: code.slice(0, code.length - digits.length), number: Number(digits) };
}

/** How many nearby lookups are evaluated together; more than the products on a pallet for a large building. */
export const ENUMERATION_LENGTH = 30;
/** Maximum range of those numbers: looking up every other number still counts as enumeration. */
const MAX_RANGE = 2 * ENUMERATION_LENGTH;

/**
 * True if a company guesses serial numbers by enumerating a lot: most of many nearby numbers aren't available. On a
 * real pallet, nearly all of them are. Pure.
 */
export function isEnumeration(lookups: readonly LookedUpNumber[]): boolean {
  const sortedLookups = lookups.toSorted((a, b) => a.number - b.number);
  let unavailable = 0;
  return sortedLookups.some(({ number, available }, index) => {
    if (!available) unavailable += 1;
    const beforeWindow = sortedLookups[index - ENUMERATION_LENGTH];
    if (beforeWindow && !beforeWindow.available) unavailable -= 1;
    const first = sortedLookups[index - ENUMERATION_LENGTH + 1];
    return (
      first !== undefined &&
      number - first.number < MAX_RANGE &&
      unavailable * 2 > ENUMERATION_LENGTH
    );
  });
}
