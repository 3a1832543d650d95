import { MIN_PHONE_DIGITS } from './phone.ts';
import { regions } from './regions.ts';
import { toWesternDigits } from './western-digits.ts';

/** One phone number found in a free-text contact field. */
interface FoundPhone {
  /** Digits to dial, with a leading plus sign if the number has one; no extension. */
  readonly number: string;
  /** The number as written, with its note. */
  readonly text: string;
  /** Extension or another note with digits, including its separator; empty if there is none. */
  readonly note: string;
}

/** Maximum number of digits (E.164). */
const MAX_DIGITS = 15;
/** Maximum number of digits if the number starts with 00 instead of a plus sign. */
const MAX_INTERNATIONAL_DIGITS = MAX_DIGITS + 2;
/**
 * Minimum number of digits of each of two adjacent numbers. With fewer, they're parts of the same number.
 */
const MIN_SEPARATE_DIGITS = 7;
/** The same minimum for a number with a country code. */
const MIN_INTERNATIONAL_DIGITS = 9;
/** Maximum number of national digits, without a leading zero. */
const MAX_NATIONAL_DIGITS = 10;
/** A number with this many digits, including the country code, is complete. */
const COMPLETE_INTERNATIONAL_DIGITS = 11;
/** Digits after a word are an extension or a time of day, unless there are more than this. */
const MAX_NOTE_DIGITS = 6;
/** Maximum number of digits after a slash that replace the last digits before it, as in "22 123 45 67/68". */
const MAX_ENDING_DIGITS = 3;

/**
 * Finds the phone numbers in a text such as `601 234 567 / 602 345 678` or `+48 22 123 45 67 wew. 12`. Digits
 * after a word, `#`, `x` or a comma are never dialled.
 * @returns the numbers in order; in a text without words, any digits count as a number, however few
 */
export function findPhones(input: string): FoundPhone[] {
  const text = normalise(input);
  const matches = [...text.matchAll(/[+(]*\d[\d ().\-/]*/g)];
  const runs = matches.flatMap((run, index) =>
    numbersInRun(run, index > 0 && isAfterWord(text, run.index)),
  );
  if (runs.length === 0) return isSingleNumber(text, matches.length) ? [toPhone(text)] : [];
  return runs.flatMap(({ index, text: numberText }, runIndex) => {
    const numbers = splitNumbers(numberText);
    const note = findNote(
      numberText,
      text.slice(index + numberText.length, runs[runIndex + 1]?.index),
    );
    return numbers.map((number, position) =>
      toPhone(number, position === numbers.length - 1 ? note : ''),
    );
  });
}

/** True if all digits of a text are one number: `112`, or `601 234 567` with unusual separators. */
function isSingleNumber(text: string, partCount: number): boolean {
  const count = digitsOf(text).length;
  const isGrouped = count >= MIN_SEPARATE_DIGITS && count <= MAX_DIGITS;
  return (partCount === 1 || isGrouped) && !/\p{L}/u.test(text);
}

/** True if a printed text contains a phone number to call: `Tel. 601 234 567`, but not `none` or `112`. */
export function containsDialablePhone(text: string): boolean {
  const numbers = findPhones(text).map(({ number }) => digitsOf(number).length);
  return (
    numbers.length > 0 &&
    numbers.every((count) => count >= MIN_PHONE_DIGITS && count <= MAX_INTERNATIONAL_DIGITS)
  );
}

interface DigitRun {
  /** Start index in the text. */
  readonly index: number;
  readonly text: string;
}

/** Returns the part of a run of digits that is a number; empty for an extension or a time of day. */
function numbersInRun(
  { index, 0: run, input: text }: RegExpExecArray,
  followsWord: boolean,
): DigitRun[] {
  const after = text.slice(index + run.length);
  const numberText = removeRange(removeNote(run, after)).replace(/[ .\-/(]+$/, '');
  if (TIMES_AND_DATES.test(numberText)) return [];
  const count = digitsOf(numberText).length;
  if (!followsWord) return count < MIN_PHONE_DIGITS ? [] : [{ index, text: numberText }];
  // The first part may be the previous number's extension, or the area code as in `064/123-4567`.
  const slash = numberText.indexOf('/') + 1;
  const afterSlash = numberText.slice(slash);
  const isSeparate =
    / \/|\/ /.test(numberText) || digitsOf(afterSlash).length >= MIN_INTERNATIONAL_DIGITS;
  const isExtension =
    slash > 0 &&
    isSeparate &&
    !numberText.startsWith('0') &&
    count - digitsOf(afterSlash).length <= MAX_NOTE_DIGITS &&
    digitsOf(afterSlash).length >= MIN_SEPARATE_DIGITS;
  if (isExtension) {
    const gap = /^ */.exec(afterSlash)?.[0].length ?? 0;
    return [{ index: index + slash + gap, text: afterSlash.slice(gap) }];
  }
  return count <= MAX_NOTE_DIGITS ? [] : [{ index, text: numberText }];
}

/** Text that marks the digits before it as a note: `:30` in a time, `-es` and `mellék` in Hungarian extensions. */
const NOTE_MARK = /^(?::\d\d|-\p{L}|[x×h](?![\p{L}\d])|\)? ?mell[\p{L}.]*(?! *:? *\d))/iu;
const LAST_DIGITS = /^(.*\d)([ .\-/(]+)(\d{1,4})[ ).\-/]*$/;
const HOUR = '(?:1?\\d|2[0-4]|0\\d)(?:\\.\\d\\d)?';
const LAST_HOURS = new RegExp(`^(.*\\d)[ (]+(${HOUR} ?- ?${HOUR})[ ).\\-/]*$`);

/**
 * Drops an extension or a time of day from the end of a run of digits. It's recognised if it's in brackets, after a
 * dash between spaces, before a mark such as `mellék`, or beyond the maximum length of a number.
 */
function removeNote(run: string, after: string): string {
  const [, before = '', hours] = LAST_HOURS.exec(run) ?? [];
  if (hours !== undefined && digitsOf(before).length >= MIN_INTERNATIONAL_DIGITS) return before;
  const [, number = '', gap = '', note = ''] = LAST_DIGITS.exec(run) ?? [];
  const count = digitsOf(number).length;
  const isInternational = number.startsWith('+');
  if (count < (isInternational ? MIN_INTERNATIONAL_DIGITS : MIN_SEPARATE_DIGITS)) return run;
  const isTooLong =
    isInternational && gap === '-' && note.length > 1 && count >= COMPLETE_INTERNATIONAL_DIGITS;
  const isNote = gap.includes('(') || gap === ' - ' || NOTE_MARK.test(after);
  return isNote || isTooLong ? number : run;
}

/** Times of day such as `8.00-16.00`, and dates such as `2026-05-12` and `12.05.2026`. */
const TIMES_AND_DATES =
  /^(?:\d?\d\.\d\d ?- ?\d?\d\.\d\d|(?:19|20)\d\d([-./])\d?\d\1\d?\d|\d?\d([-./]) ?\d?\d\2 ?(?:19|20)\d\d)$/;

const RANGE = /^(.*?(\d+))(?:-|\.{2,3})(\d{1,3})[ ).\-/]*$/;
/** Maximum size of a line range such as `67-69`. */
const MAX_LINES = 20;

/**
 * Drops the end of a line range, such as `-69` in `22 123 45 67-69`. It's recognised if it's slightly larger than
 * the last digits of the number before it, and if that number is complete without it.
 */
function removeRange(run: string): string {
  const [, number = '', lastGroup = '', end = ''] = RANGE.exec(run) ?? [];
  const digits = digitsOf(number);
  const isSubscriber = /\d{3}[ -]\d\d$/.test(number) && end.length === 2;
  // The number may have a leading 0 or 8 before the area code.
  const maxDigits = MAX_NATIONAL_DIGITS + (/^[08]/.test(digits) ? 1 : 0);
  const isComplete = digits.length >= MIN_INTERNATIONAL_DIGITS && !isSubscriber;
  const isTooLong = digits.length + end.length > maxDigits || end.length === 1;
  const lines = Number(end) - Number(digits.slice(-end.length));
  const isRange = lines > 0 && lines <= MAX_LINES && lastGroup.length >= end.length;
  return isComplete && isTooLong && isRange ? number : run;
}

function isAfterWord(text: string, index: number): boolean {
  return /[\p{L}.:#*=,;] *$/u.test(text.slice(0, index));
}

/** Converts to plain digits, hyphens and spaces, and drops invisible characters. */
function normalise(input: string): string {
  // Circled digits are list numbers, like `1)` below.
  const plainText = toWesternDigits(input.replace(/[①-⑳❶-❿➀-➓]/g, '; ').normalize('NFKC'));
  return plainText
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[⁄∕]/g, '/')
    .replace(/[\t\n\v\f\r\u2028\u2029]+/g, '; ')
    .replace(/\s/g, ' ')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/(?<=\d)[·•∙‧⋅・_'’](?=\d)/g, '.')
    .replace(/(^|[ ;,])[1-9](?:\)|\. )(?= *[+(\d])/g, '$1;')
    .replace(/(?<!\d *)\+ +(?=\d)/g, '+')
    .trim();
}

/** Splits a run of digits and separators into numbers. */
function splitNumbers(run: string): string[] {
  return splitByAreaCode(run)
    .flatMap(splitBySlash)
    .flatMap((number) => (digitsOf(number).length > MAX_DIGITS ? splitBySpace(number) : [number]));
}

/** Splits a run such as `021/123-456 064/123-4567`, in which each area code starts a number. */
function splitByAreaCode(run: string): string[] {
  const parts = run.split(/(?: *\/ *| +)(?=0\d{1,3}\/)/);
  return parts.every((part) => digitsOf(part).length >= MIN_SEPARATE_DIGITS) ? parts : [run];
}

/**
 * A slash separates two numbers, or two endings of one number; otherwise it's a separator within a number, as
 * in `021/123-456`.
 */
function splitBySlash(run: string): string[] {
  const [firstPart = '', ...otherParts] = run.split('/').map((part) => part.trim());
  const numbers = [firstPart];
  for (const part of otherParts) {
    const lastNumber = numbers.at(-1) ?? '';
    const count = digitsOf(part).length;
    const minDigits = lastNumber.startsWith('+') ? MIN_INTERNATIONAL_DIGITS : MIN_SEPARATE_DIGITS;
    const isComplete = digitsOf(lastNumber).length >= minDigits;
    if (isComplete && count >= MIN_SEPARATE_DIGITS - 1) numbers.push(part);
    else if (isComplete && count <= MAX_ENDING_DIGITS)
      numbers.push(replaceEnding(lastNumber, digitsOf(part)));
    else numbers[numbers.length - 1] = `${lastNumber}/${part}`;
  }
  return numbers;
}

function replaceEnding(number: string, ending: string): string {
  const positions = [...number.matchAll(/\d/g)].slice(-ending.length).map(({ index }) => index);
  return [...number]
    .map((character, index) => ending[positions.indexOf(index)] ?? character)
    .join('');
}

/**
 * Splits a run with too many digits for one number: either two numbers separated by a dash or a space, or an
 * unknown format.
 */
function splitBySpace(run: string): string[] {
  for (const gap of [/ - /, / {2,}/, / /]) {
    const parts = run.split(gap).filter((part) => part !== '');
    if (parts.length > 1 && parts.every((part) => digitsOf(part).length >= MIN_SEPARATE_DIGITS)) {
      return parts.flatMap(splitEqually);
    }
  }
  return splitEqually(run);
}

/**
 * Splits a run such as `601 234 567 602 345 678` into national numbers of equal length. The first one may have a
 * country code.
 */
function splitEqually(run: string): string[] {
  const count = digitsOf(run).length;
  if (count <= MAX_DIGITS) return [run];
  const code = run.startsWith('+') ? countryCodeOf(run) : '';
  for (const numberCount of [2, 3, 4]) {
    const lengthPerNumber = (count - code.length) / numberCount;
    const parts = cutIntoLengths(run, lengthPerNumber, code.length);
    if (lengthPerNumber >= MIN_SEPARATE_DIGITS && parts.length === numberCount) return parts;
  }
  return [run];
}

/** Cuts a run at its separators into numbers of `length` digits; the first is `codeLength` digits longer. */
function cutIntoLengths(run: string, length: number, codeLength: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const group of run.split(/(?<=[\d)])(?=[ .(-]+\d)/)) {
    part += group;
    const targetLength = length + (parts.length === 0 ? codeLength : 0);
    const count = digitsOf(part).length;
    if (count > targetLength) return [];
    if (count < targetLength) continue;
    parts.push(part.replace(/^[ .(-]+/, ''));
    part = '';
  }
  return parts;
}

function countryCodeOf(international: string): string {
  const digits = digitsOf(international);
  return (
    regions.map(({ dialCode }) => dialCode.slice(1)).find((code) => digits.startsWith(code)) ?? ''
  );
}

/**
 * Returns the text from the end of a number to its last digit, with a leading space; empty if there is none.
 */
function findNote(numberText: string, text: string): string {
  const range = /^(?:-|\.{2,3})\d{1,3}(?!\d)/.exec(text)?.[0] ?? '';
  if (range !== '' && removeRange(numberText + range) === numberText) return range;
  const note = (/^.*\d[\p{L}-]*(?: mell[\p{L}.]*)?\)?/u.exec(text)?.[0] ?? '').replace(
    /^[ ,;|/&.-]+/,
    '',
  );
  return note === '' ? '' : ` ${note}`;
}

function toPhone(numberText: string, note = ''): FoundPhone {
  const isInternational = /^\(*\+/.test(numberText);
  const digits = digitsOf(isInternational ? removeTrunk(numberText) : numberText);
  return {
    number: `${isInternational ? '+' : ''}${digits}`,
    text: `${numberText}${note}`,
    note,
  };
}

/** Number of digits after `+370`. Longer numbers start with the obsolete trunk prefix 8. */
const LITHUANIAN_DIGITS = 8;

/**
 * Drops the national trunk prefix: the zero in `+48 (0) 22`, the 06 in `+36 (06) 30`, the 8 in `+370 8 612`. In
 * Italy the zero is part of the number.
 */
function removeTrunk(international: string): string {
  const code = countryCodeOf(international);
  const digits = digitsOf(international);
  if (code === '39') return digits;
  if (code === '') return digitsOf(international.replace('(0)', ''));
  const national = digits.slice(code.length);
  const hasTrunk8 = code === '370' && national.length > LITHUANIAN_DIGITS;
  const zeroOr8 = hasTrunk8 ? /^[08]/ : /^0+/;
  const trunk = code === '36' ? /^(?:06)+/ : zeroOr8;
  return code + national.replace(trunk, '');
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
