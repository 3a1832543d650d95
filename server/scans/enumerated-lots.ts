/** A serial number that somebody asked about. */
export interface RequestedNumber {
  readonly number: number;
  /** Whether the product could be had: it is in the registry, and no other company has it. */
  readonly available: boolean;
}

/** The end of a code that counts the pieces of a lot. The database knows the same pattern (`held-lots.ts`). */
const RUNNING_NUMBER = /\d{1,6}$/;

/** A code taken apart: what its lot has in common, and its number there. */
export function parseLot(code: string): { readonly lot: string; readonly number: number } {
  const digits = RUNNING_NUMBER.exec(code)?.[0] ?? '';
  return { lot: code.slice(0, code.length - digits.length), number: Number(digits) };
}

/** So many numbers that lie close together are looked at. A pallet of a large house has fewer. */
export const ENUMERATION_LENGTH = 30;
/** How far they may lie apart: every second one is still close. */
const WALK_SPAN = 2 * ENUMERATION_LENGTH;

/**
 * Whether somebody walks a lot: asks for number after number, most of which are not to be had. Whoever has a
 * pallet before them finds nearly all of it. Pure.
 */
export function isEnumeration(asked: readonly RequestedNumber[]): boolean {
  const sorted = asked.toSorted((a, b) => a.number - b.number);
  let missed = 0;
  return sorted.some(({ number, available }, at) => {
    if (!available) missed += 1;
    const left = sorted[at - ENUMERATION_LENGTH];
    if (left && !left.available) missed -= 1;
    const first = sorted[at - ENUMERATION_LENGTH + 1];
    return (
      first !== undefined && number - first.number < WALK_SPAN && missed * 2 > ENUMERATION_LENGTH
    );
  });
}
