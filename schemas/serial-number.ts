/** Rules for serial numbers (spec §5 "Manual entry", "Tag photo", "Duplicate warning"). */
import type { TagPhotoRule } from './configuration.ts';

/** Maximum length of the first field of manual entry (spec §9). */
export const SERIAL_PART_1_MAX = 8;
/** Maximum length of the second field of manual entry (spec §9). */
export const SERIAL_PART_2_MAX = 4;
/**
 * Maximum length of a code. Labels may have more parts than manual entry (spec §5), but real ones are far
 * shorter.
 */
export const MAX_CODE_LENGTH = 32;
/** Format of every code: groups of A–Z and 0–9 joined by hyphens. */
export const CODE_PATTERN = /^[A-Z0-9]+(-[A-Z0-9]+)*$/;

/** Upper-case letters of other scripts that look like A–Z or 0–9. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  // Cyrillic
  ...pairs('АВЕКМНОРСТУХІЅЈԚԜҮЗ', 'ABEKMHOPCTYXISJQWY3'),
  // Greek
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'ABEZHIKMNOPTYXCJ'),
  // Latin letters that Unicode decomposition leaves unchanged
  ...pairs('ŁĐØĦŦ', 'LDOHT'),
]);

const CODE_CHARACTER = /^[A-Z0-9]$/;
/**
 * Characters that are silently dropped from pasted text: white space, hyphens and dashes, diacritics, control
 * characters.
 */
const IGNORED_CHARACTER = /^[\s\p{Pd}\p{M}\p{C}]$/u;

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, index) => [letter, to.charAt(index)]);
}

function codeCharacter(character: string): string | null {
  const [base = ''] = character.normalize('NFKC').normalize('NFD').toUpperCase().normalize('NFD');
  const mappedCharacter = LOOK_ALIKES.get(base) ?? base;
  return CODE_CHARACTER.test(mappedCharacter) && isSingleLetter(character) ? mappedCharacter : null;
}

/**
 * False for ligatures, fractions and "ß", which decompose into several characters; taking the first would
 * invent a code.
 */
function isSingleLetter(character: string): boolean {
  const letters = character.normalize('NFKD').toUpperCase().replace(/\p{M}/gu, '');
  return [...letters].length === 1;
}

interface NormalisedSerial {
  /** Only A–Z and 0–9. */
  readonly value: string;
  /** Characters that can't be mapped, in the order typed. */
  readonly unmappable: readonly string[];
}

/**
 * Converts typed or pasted text to A–Z and 0–9: upper case, look-alikes mapped, diacritics removed. Drops
 * separators silently, and reports other characters.
 */
export function normaliseSerial(input: string): NormalisedSerial {
  let value = '';
  const unmappableCharacters: string[] = [];
  for (const typedCharacter of input.normalize('NFC')) {
    const character = codeCharacter(typedCharacter);
    if (character !== null) value += character;
    else if (!IGNORED_CHARACTER.test(typedCharacter)) unmappableCharacters.push(typedCharacter);
  }
  return { value, unmappable: unmappableCharacters };
}

export type SerialProblem =
  | 'bad_characters'
  | 'part_1_missing'
  | 'part_1_too_long'
  | 'part_2_missing'
  | 'part_2_too_long';

type SerialResult =
  | { readonly kind: 'serial'; readonly code: string }
  | { readonly kind: 'rejected'; readonly reason: SerialProblem };

/**
 * Joins the two fields of manual entry into a code: `24A17K3M` and `0042` to `24A17K3M-0042`. The second field is
 * required, except in a generic region (spec §5).
 */
export function joinSerial(
  part1: string,
  part2: string,
  rules: { readonly isGenericRegion: boolean },
): SerialResult {
  const firstPart = normaliseSerial(part1);
  const secondPart = normaliseSerial(part2);
  const invalid = (reason: SerialProblem): SerialResult => ({ kind: 'rejected', reason });
  if (firstPart.unmappable.length + secondPart.unmappable.length > 0)
    return invalid('bad_characters');
  if (firstPart.value === '') return invalid('part_1_missing');
  if (firstPart.value.length > SERIAL_PART_1_MAX) return invalid('part_1_too_long');
  if (secondPart.value.length > SERIAL_PART_2_MAX) return invalid('part_2_too_long');
  if (secondPart.value !== '')
    return { kind: 'serial', code: `${firstPart.value}-${secondPart.value}` };
  if (!rules.isGenericRegion) return invalid('part_2_missing');
  return { kind: 'serial', code: firstPart.value };
}

/** True if a code fits the two fields of manual entry; a label's code may have more parts (spec §5). */
export function fitsManualFields(code: string): boolean {
  const [part1 = '', part2 = '', ...more] = code.split('-');
  return (
    more.length === 0 && part1.length <= SERIAL_PART_1_MAX && part2.length <= SERIAL_PART_2_MAX
  );
}

/** Normalises a whole code typed into one field: its groups, joined by single hyphens. */
export function normaliseCode(input: string): NormalisedSerial {
  const groups = input
    .trim()
    .split(/\p{Pd}+/u)
    .map(normaliseSerial);
  return {
    value: groups.map(({ value }) => value).join('-'),
    unmappable: groups.flatMap(({ unmappable }) => unmappable),
  };
}

/**
 * Splits a whole code, pasted into one field, across both fields: at the first hyphen, otherwise after the
 * eighth character. Doesn't cut anything off, so that `joinSerial` can still report what is too long.
 */
export function splitSerial(pastedCode: string): {
  readonly part1: string;
  readonly part2: string;
} {
  const [head = '', ...tail] = pastedCode.trim().split(/\p{Pd}/u);
  const firstPart = normaliseSerial(head).value;
  if (tail.length > 0) return { part1: firstPart, part2: normaliseSerial(tail.join('')).value };
  return {
    part1: firstPart.slice(0, SERIAL_PART_1_MAX),
    part2: firstPart.slice(SERIAL_PART_1_MAX),
  };
}

/** Returns the year of manufacture, as the two characters in the code. */
export function codeYear(code: string): string {
  return code.slice(0, 2);
}

/** Returns the factory, as the single character in the code. */
export function codeFactory(code: string): string {
  return code.slice(2, 3);
}

/** True if the product's data plate must be photographed: year, factory and variant match a rule. */
export function requiresTagPhoto(
  code: string,
  variant: string,
  rules: readonly TagPhotoRule[],
): boolean {
  return rules.some(
    (rule) =>
      rule.year === codeYear(code) &&
      rule.factory === codeFactory(code) &&
      rule.variant === variant,
  );
}

interface ComparableScan {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
  readonly code: string;
  readonly isGeneric: boolean;
  readonly confirmed: boolean;
}

interface ComparableProduct {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
  readonly serial_number: string | null;
}

/** True if the project already has the scanned product. Only confirmed, non-generic scans count. */
export function isDuplicate(scan: ComparableScan, products: readonly ComparableProduct[]): boolean {
  if (!scan.confirmed || scan.isGeneric) return false;
  return products.some(
    (product) =>
      product.serial_number === scan.code &&
      product.variant === scan.variant &&
      product.type === scan.type &&
      product.size === scan.size,
  );
}
