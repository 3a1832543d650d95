import { digitsIn } from '#src/ui/fields/western-digits.ts';

/** The ten digits of a card's number as they are typed and shown. Pure. */

/** How they stand in groups, so that they can be compared with the card. */
const GROUPS = [4, 3, 3] as const;
const DIGITS = GROUPS.reduce((sum, group) => sum + group, 0);

/** What of a typed or pasted text is part of the number: its digits, ten at most. */
export function serialDigits(typed: string): string {
  return digitsIn(typed).slice(0, DIGITS);
}

/** In groups, with a space between: `1234 567 890`. */
export function formatSerial(digits: string): string {
  let from = 0;
  const parts = GROUPS.map((length) => digits.slice(from, (from += length)));
  return parts.filter((part) => part !== '').join(' ');
}

/** Where the cursor stands in the grouped text when so many digits are before it. */
export function cursorPosition(digitsBefore: number): number {
  const inGroups = formatSerial('0'.repeat(Math.min(digitsBefore, DIGITS)));
  return inGroups.length;
}
