/** Parses and formats the numbers of a field. */
import { westernDigits } from './western-digits.ts';

/** A language's thousands and decimal separators. */
interface NumberSeparators {
  readonly decimal: '.' | ',';
  /** One character; a space means any kind of space. Empty if there is none. */
  readonly group: string;
}

interface NumberRules {
  /** Maximum number of decimals; 0 for whole numbers. */
  readonly decimals: number;
  readonly allowsNegative: boolean;
  readonly separators: NumberSeparators;
}

/** Longer numbers lose precision. */
const MAX_DIGITS = 15;

const separatorsByLocale = new Map<string, NumberSeparators>();

/**
 * Returns a language's separators.
 * @param locales as in `Intl`
 */
export function separatorsOf(locales: string | string[]): NumberSeparators {
  const key = String(locales);
  const cachedSeparators = separatorsByLocale.get(key);
  if (cachedSeparators) return cachedSeparators;
  const parts = new Intl.NumberFormat(locales).formatToParts(1_234_567.8);
  const separator = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const separators: NumberSeparators = {
    decimal: separator('decimal') === ',' ? ',' : '.',
    group: separator('group').replace(/\s/, ' '),
  };
  separatorsByLocale.set(key, separators);
  return separators;
}

/** Counts decimals: 1 has none, 0.25 has two. */
export function countDecimals(number: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const givenDecimals = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, givenDecimals - Number(exponent));
}

/**
 * Parses a typed or pasted number, with digits of any script and, if unambiguous, the language's thousands
 * separators. Never guesses: `2,5` is never 25.
 * @returns null if there is no number yet; NaN if invalid
 */
export function parseTypedNumber(
  text: string,
  { decimals, allowsNegative, separators }: NumberRules,
): number | null {
  // NFKC would turn superscript or circled digits into plain ones, but `5²` isn't 52.
  if (/\p{No}/u.test(text)) return Number.NaN;
  const normalisedText = plainText(text);
  const [, minus = '', digits = ''] = /^([-+]?) ?(.*)$/.exec(normalisedText) ?? [];
  if (minus === '-' && !allowsNegative) return Number.NaN;
  if (digits === '') return null;
  const decimalText = removeGrouping(digits, decimals, separators);
  if (decimalText === null || decimalText.replace('.', '').length > MAX_DIGITS) return Number.NaN;
  // Just a separator: a decimal is being typed.
  if (decimalText === '.') return null;
  const number = Number(`${minus}${decimalText}`);
  return countDecimals(number) > decimals ? Number.NaN : number;
}

/** Normalises digits, hyphens and spaces, and removes invisible characters. */
function plainText(text: string): string {
  return westernDigits(text.normalize('NFKC'))
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .replaceAll('٫', ',')
    .replace(/\s/g, ' ')
    .trim();
}

/** Returns the digits with a decimal point; null if the separators are ambiguous. */
function removeGrouping(
  digits: string,
  decimals: number,
  separators: NumberSeparators,
): string | null {
  if (/^\d+$/.test(digits)) return digits;
  const group = [' ', "'", '’', separators.group].find(
    (separator) =>
      separator !== '' &&
      digits.includes(separator) &&
      isGrouped(digits, separator, separators.decimal),
  );
  if (group !== undefined) return withDecimalPoint(digits.replaceAll(group, ''), decimals);
  // Groups of three after the language's thousands separator have been handled above.
  return withDecimalPoint(digits, decimals);
}

function isGrouped(digits: string, group: string, decimal: string): boolean {
  const [integerPart = '', ...fraction] = digits.split(decimal);
  const [firstGroup = '', ...otherGroups] = integerPart.split(group);
  return (
    fraction.length <= 1 &&
    /^\d{1,3}$/.test(firstGroup) &&
    otherGroups.length > 0 &&
    otherGroups.every((part) => /^\d{3}$/.test(part))
  );
}

function withDecimalPoint(digits: string, decimals: number): string | null {
  if (/^\d+$/.test(digits)) return digits;
  if (decimals === 0 || !/^\d*[.,]\d*$/.test(digits)) return null;
  // `1.000` could mean one or one thousand.
  if (decimals < 3 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return null;
  return digits.replace(',', '.');
}

/** Formats a number for the field; empty for null and NaN. */
export function formatTypedNumber(number: number | null, decimalSign: '.' | ','): string {
  return number === null || Number.isNaN(number) ? '' : String(number).replace('.', decimalSign);
}

/** Rounds to a number of decimals, so 0.1 + 0.2 gives 0.3. */
export function roundTo(number: number, decimals: number): number {
  return Number(number.toFixed(Math.min(decimals, 15)));
}
