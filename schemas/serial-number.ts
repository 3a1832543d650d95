/** What a serial number is (spec §5 "Manual entry", "Tag photo", "Duplicate warning"). Pure. */
import type { TagPhotoRule } from './configuration.ts';

/** The first field of manual entry holds up to eight characters (spec §9). */
export const SERIAL_PART_1_MAX = 8;
/** The second field of manual entry holds up to four characters (spec §9). */
export const SERIAL_PART_2_MAX = 4;
/** A label's code may have more parts than manual entry (spec §5), but no real one is near this long. */
export const MAX_CODE_LENGTH = 32;
/** The shape of every code: groups of A–Z and 0–9 joined by hyphens. */
export const CODE_PATTERN = /^[A-Z0-9]+(-[A-Z0-9]+)*$/;

/** Capitals that look like one of A–Z or 0–9 on a label but are other letters to a computer. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  // Cyrillic
  ...pairs('АВЕКМНОРСТУХІЅЈԚԜҮЗ', 'ABEKMHOPCTYXISJQWY3'),
  // Greek
  ...pairs('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ', 'ABEZHIKMNOPTYXCJ'),
  // Latin letters whose stroke does not come off by decomposition
  ...pairs('ŁĐØĦŦ', 'LDOHT'),
]);

const CODE_CHARACTER = /^[A-Z0-9]$/;
/** What a paste carries along without meaning it: white space, hyphens and dashes, marks, control characters. */
const SEPARATOR = /^[\s\p{Pd}\p{M}\p{C}]$/u;

function pairs(from: string, to: string): [string, string][] {
  return [...from].map((letter, index) => [letter, to.charAt(index)]);
}

function codeCharacter(typed: string): string | null {
  const [base = ''] = typed.normalize('NFKC').normalize('NFD').toUpperCase().normalize('NFD');
  const mapped = LOOK_ALIKES.get(base) ?? base;
  return CODE_CHARACTER.test(mapped) && isOneLetter(typed) ? mapped : null;
}

/** Ligatures, fractions and "ß" become several characters: to take the first would invent a code. */
function isOneLetter(typed: string): boolean {
  const letters = typed.normalize('NFKD').toUpperCase().replace(/\p{M}/gu, '');
  return [...letters].length === 1;
}

export interface NormalisedSerial {
  /** Only A–Z and 0–9. */
  readonly value: string;
  /** The characters left out because nothing on a label looks like them, in the order typed. */
  readonly unmappable: readonly string[];
}

/**
 * Turns what was typed or pasted into A–Z and 0–9: upper case, look-alikes mapped, accents off.
 * Separators are left out in silence; everything else left out is told.
 */
export function normaliseSerial(input: string): NormalisedSerial {
  let value = '';
  const unmappable: string[] = [];
  for (const typed of input.normalize('NFC')) {
    const character = codeCharacter(typed);
    if (character !== null) value += character;
    else if (!SEPARATOR.test(typed)) unmappable.push(typed);
  }
  return { value, unmappable };
}

export type SerialProblem =
  | 'bad_characters'
  | 'part_1_missing'
  | 'part_1_too_long'
  | 'part_2_missing'
  | 'part_2_too_long';

export type SerialResult =
  | { readonly kind: 'serial'; readonly code: string }
  | { readonly kind: 'refused'; readonly reason: SerialProblem };

/**
 * Joins the two fields of manual entry to a code, `24A17K3M` and `0042` to `24A17K3M-0042`.
 * The second is needed except in a generic region, where the first alone is a code (spec §5).
 */
export function joinSerial(
  part1: string,
  part2: string,
  rules: { readonly regionIsGeneric: boolean },
): SerialResult {
  const first = normaliseSerial(part1);
  const second = normaliseSerial(part2);
  const refused = (reason: SerialProblem): SerialResult => ({ kind: 'refused', reason });
  if (first.unmappable.length + second.unmappable.length > 0) return refused('bad_characters');
  if (first.value === '') return refused('part_1_missing');
  if (first.value.length > SERIAL_PART_1_MAX) return refused('part_1_too_long');
  if (second.value.length > SERIAL_PART_2_MAX) return refused('part_2_too_long');
  if (second.value !== '') return { kind: 'serial', code: `${first.value}-${second.value}` };
  if (!rules.regionIsGeneric) return refused('part_2_missing');
  return { kind: 'serial', code: first.value };
}

/** Whether a code fits the two fields of manual entry. A label's may have more parts (spec §5). */
export function fitsManualFields(code: string): boolean {
  const [part1 = '', part2 = '', ...more] = code.split('-');
  return (
    more.length === 0 && part1.length <= SERIAL_PART_1_MAX && part2.length <= SERIAL_PART_2_MAX
  );
}

/** A whole code as it is typed into one field: its groups normalised, joined by single hyphens. */
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
 * Splits a whole code that was pasted into one field over both: at its first hyphen, else after
 * the eighth character. Nothing is cut off, so that `joinSerial` can still tell what is too long.
 */
export function splitSerial(pasted: string): { readonly part1: string; readonly part2: string } {
  const [head = '', ...tail] = pasted.trim().split(/\p{Pd}/u);
  const first = normaliseSerial(head).value;
  if (tail.length > 0) return { part1: first, part2: normaliseSerial(tail.join('')).value };
  return { part1: first.slice(0, SERIAL_PART_1_MAX), part2: first.slice(SERIAL_PART_1_MAX) };
}

/** The two characters of the year a product was made in. */
export function codeYear(code: string): string {
  return code.slice(0, 2);
}

/** The character of the factory that made a product. */
export function codeFactory(code: string): string {
  return code.slice(2, 3);
}

/** Whether the product's tag has to be photographed: year, factory and variant all match a rule. */
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

export interface ComparableScan {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
  readonly code: string;
  readonly isGeneric: boolean;
  readonly confirmed: boolean;
}

export interface ComparableProduct {
  readonly type: string;
  readonly size: string;
  readonly variant: string;
  readonly serial_number: string | null;
}

/** Whether the scan is one of the project's products again. Only a confirmed, non-generic scan can be. */
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
