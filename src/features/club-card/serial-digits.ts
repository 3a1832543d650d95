import { digitsIn } from '#src/ui/fields/western-digits.ts';

/** Digits are grouped as on the printed card. */
const GROUPS = [4, 3, 3] as const;
const DIGITS = GROUPS.reduce((sum, group) => sum + group, 0);

/** Returns the digits of typed or pasted text, ten at most. */
export function serialDigits(text: string): string {
  return digitsIn(text).slice(0, DIGITS);
}

/** Formats in groups: `1234 567 890`. */
export function formatSerial(digits: string): string {
  let from = 0;
  const parts = GROUPS.map((length) => digits.slice(from, (from += length)));
  return parts.filter((part) => part !== '').join(' ');
}

/** Returns the cursor position in the formatted number after the given number of digits. */
export function cursorPosition(digitsBefore: number): number {
  const grouped = formatSerial('0'.repeat(Math.min(digitsBefore, DIGITS)));
  return grouped.length;
}
