/** Numbers as they are typed and shown in a field. Pure. */
import { westernDigits } from './western-digits.ts';

/** How a language separates thousands and decimals. */
export interface NumberSeparators {
  readonly decimal: '.' | ',';
  /** One character; a space stands for every kind of space. Empty where there is none. */
  readonly group: string;
}

export interface NumberRules {
  /** How many decimals a number may have; 0 for whole numbers. */
  readonly decimals: number;
  readonly negative: boolean;
  readonly signs: NumberSeparators;
}

/** Longer numbers are no longer exact. */
const MAX_DIGITS = 15;

const known = new Map<string, NumberSeparators>();

/** The signs of a language. @param locales as `Intl` takes them */
export function separatorsOf(locales: string | string[]): NumberSeparators {
  const key = String(locales);
  const made = known.get(key);
  if (made) return made;
  const parts = new Intl.NumberFormat(locales).formatToParts(1_234_567.8);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  const signs: NumberSeparators = {
    decimal: sign('decimal') === ',' ? ',' : '.',
    group: sign('group').replace(/\s/, ' '),
  };
  known.set(key, signs);
  return signs;
}

/** How many decimals a number has: 1 has none, 0.25 two. */
export function countDecimals(number: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const written = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, written - Number(exponent));
}

/**
 * Reads a typed or pasted number. Digits of every script count, and separators of thousands where they can only be
 * those of the language. Nothing is guessed: `2,5` is never 25.
 * @returns null where there is no number yet; NaN for everything that is no number by the rules
 */
export function parseTypedNumber(
  text: string,
  { decimals, negative, signs }: NumberRules,
): number | null {
  // A raised or circled digit would become an ordinary one: `5²` is not 52.
  if (/\p{No}/u.test(text)) return Number.NaN;
  const plain = plainText(text);
  const [, minus = '', digits = ''] = /^([-+]?) ?(.*)$/.exec(plain) ?? [];
  if (minus === '-' && !negative) return Number.NaN;
  if (digits === '') return null;
  const written = ungrouped(digits, decimals, signs);
  if (written === null || written.replace('.', '').length > MAX_DIGITS) return Number.NaN;
  // While it is typed: a comma on the way to a decimal.
  if (written === '.') return null;
  const number = Number(`${minus}${written}`);
  return countDecimals(number) > decimals ? Number.NaN : number;
}

/** Usual digits, hyphens and spaces, without invisible marks. */
function plainText(text: string): string {
  return westernDigits(text.normalize('NFKC'))
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/[\p{Pd}−]/gu, '-')
    .replaceAll('٫', ',')
    .replace(/\s/g, ' ')
    .trim();
}

/** The digits with a point for decimals; null where it isn't certain what separates what. */
function ungrouped(digits: string, decimals: number, signs: NumberSeparators): string | null {
  if (/^\d+$/.test(digits)) return digits;
  const group = [' ', "'", '’', signs.group].find(
    (sign) => sign !== '' && digits.includes(sign) && isGrouped(digits, sign, signs.decimal),
  );
  if (group !== undefined) return pointed(digits.replaceAll(group, ''), decimals);
  // Three digits behind the language's own separator of thousands have been read as such.
  return pointed(digits, decimals);
}

function isGrouped(digits: string, group: string, decimal: string): boolean {
  const [whole = '', ...fraction] = digits.split(decimal);
  const [first = '', ...others] = whole.split(group);
  return (
    fraction.length <= 1 &&
    /^\d{1,3}$/.test(first) &&
    others.length > 0 &&
    others.every((part) => /^\d{3}$/.test(part))
  );
}

function pointed(digits: string, decimals: number): string | null {
  if (/^\d+$/.test(digits)) return digits;
  if (decimals === 0 || !/^\d*[.,]\d*$/.test(digits)) return null;
  // Here `1.000` is one to some and a thousand to others.
  if (decimals < 3 && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)) return null;
  return digits.replace(',', '.');
}

/** A number as the field shows it; empty where there is none. */
export function formatTypedNumber(number: number | null, decimalSign: '.' | ','): string {
  return number === null || Number.isNaN(number) ? '' : String(number).replace('.', decimalSign);
}

/** Rounded to a number of decimals, so that 0.1 and 0.2 make 0.3. */
export function roundTo(number: number, decimals: number): number {
  return Number(number.toFixed(Math.min(decimals, 15)));
}
