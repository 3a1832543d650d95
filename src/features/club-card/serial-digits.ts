import { digitsIn } from '#src/ui/fields/western-digits.ts';

/** Digits are grouped as on the printed card. */
const GROUP_LENGTHS = [4, 3, 3] as const;
const DIGIT_COUNT = GROUP_LENGTHS.reduce((sum, group) => sum + group, 0);

/** Returns the digits of typed or pasted text, up to ten. */
export function serialDigits(text: string): string {
  return digitsIn(text).slice(0, DIGIT_COUNT);
}

/** Formats the digits in groups, such as `1234 567 890`. */
export function formatSerial(digits: string): string {
  let start = 0;
  const groups: string[] = [];
  for (const length of GROUP_LENGTHS) {
    groups.push(digits.slice(start, start + length));
    start += length;
  }
  return groups.filter((group) => group !== '').join(' ');
}

/** Returns the cursor position in the formatted number after the given number of digits. */
export function cursorPosition(digitsBefore: number): number {
  const groupedDigits = formatSerial('0'.repeat(Math.min(digitsBefore, DIGIT_COUNT)));
  return groupedDigits.length;
}
