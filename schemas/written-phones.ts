import { MIN_PHONE_DIGITS } from './phone.ts';
import { westernDigits } from './western-digits.ts';

/** One phone number found in a free-text contact field. */
export interface WrittenPhone {
  /** The digits to dial, with a plus sign where the number begins with one; no extension. */
  readonly number: string;
  /** The number as it was written, with its extension or another note that has digits. */
  readonly text: string;
}

/** No phone number has more digits (E.164). */
const MAX_DIGITS = 15;
/** The same with two zeros for the plus sign. */
const MAX_INTERNATIONAL = MAX_DIGITS + 2;
/** Two numbers side by side have at least this many digits each; fewer are parts of one number. */
const MIN_APART = 7;
/** The same where the number begins with its country's code. */
const MIN_INTERNATIONAL = 9;
/** A number with this many digits, country code included, is complete. */
const LONG_INTERNATIONAL = 11;
/** Digits behind a word are an extension, or a time of day, unless there are as many as in a number. */
const MAX_NOTE_DIGITS = 6;
/** "22 123 45 67/68": the digits behind the slash replace the last ones. */
const MAX_ENDING = 3;

/**
 * Finds the phone numbers in a text such as `601 234 567 / 602 345 678` or `+48 22 123 45 67 wew. 12`. Digits behind a
 * word, `#`, `x` or a comma are never dialled.
 * @returns the numbers in their order; the only digits of a text without words count, however few
 */
export function writtenPhones(typed: string): WrittenPhone[] {
  const text = cleaned(typed);
  const found = [...text.matchAll(/[+(]*\d[\d ().\-/]*/g)];
  const runs = found.flatMap((run, at) => numberRun(run, at > 0 && isBehindWord(text, run.index)));
  if (runs.length === 0) return found.length === 1 && !/\p{L}/u.test(text) ? [phoneOf(text)] : [];
  return runs.flatMap(({ index, written }, at) => {
    const numbers = numbersIn(written);
    const note = noteIn(text.slice(index + written.length, runs[at + 1]?.index));
    return numbers.map((number, place) =>
      phoneOf(number, place === numbers.length - 1 && note !== '' ? ` ${note}` : ''),
    );
  });
}

/** Whether a text that is printed names a number that can be called: `Tel. 601 234 567`, but neither `none` nor `112`. */
export function isWrittenPhone(text: string): boolean {
  const numbers = writtenPhones(text).map(({ number }) => digitsOf(number).length);
  return (
    numbers.length > 0 &&
    numbers.every((count) => count >= MIN_PHONE_DIGITS && count <= MAX_INTERNATIONAL)
  );
}

interface Run {
  /** Where it begins in the text. */
  readonly index: number;
  readonly written: string;
}

/** The part of a run of digits that is a number; none where it is an extension or a time of day. */
function numberRun({ index, 0: run, input: text }: RegExpExecArray, isBehind: boolean): Run[] {
  const written = withoutNote(run, text.slice(index + run.length)).replace(/[ .\-/(]+$/, '');
  const count = digitsOf(written).length;
  if (!isBehind) return count < MIN_PHONE_DIGITS ? [] : [{ index, written }];
  // The first part may be the extension of the number before.
  const slash = written.indexOf('/') + 1;
  const rest = written.slice(slash);
  // Else it is the area code, as in `064/123-4567`.
  const isApart = / \/|\/ /.test(written) || digitsOf(rest).length >= MIN_INTERNATIONAL;
  const isExtension =
    slash > 0 &&
    isApart &&
    !written.startsWith('0') &&
    count - digitsOf(rest).length <= MAX_NOTE_DIGITS &&
    digitsOf(rest).length >= MIN_APART;
  if (isExtension) {
    const gap = /^ */.exec(rest)?.[0].length ?? 0;
    return [{ index: index + slash + gap, written: rest.slice(gap) }];
  }
  return count <= MAX_NOTE_DIGITS ? [] : [{ index, written }];
}

/** What follows the last digits where they are a note: `:30` of a time, `-es` and `mellék` of Hungarian extensions. */
const NOTED = /^(?::\d\d|-\p{L}|[x×h](?![\p{L}\d])|\)? ?mell[\p{L}.]*(?! *:? *\d))/iu;
const LAST_DIGITS = /^(.*\d)([ .\-/(]+)(\d{1,4})[ ).\-/]*$/;
const HOUR = '(?:1?\\d|2[0-4]|0\\d)';
const LAST_HOURS = new RegExp(`^(.*\\d)[ (]+(${HOUR} ?- ?${HOUR})[ ).\\-/]*$`);

/**
 * Drops an extension or a time of day from the end of a run of digits: it stands in brackets, behind a dash between
 * spaces or before the rest of a word, or is more than the number can have.
 */
function withoutNote(run: string, behind: string): string {
  const [, before = '', hours] = LAST_HOURS.exec(run) ?? [];
  if (hours !== undefined && digitsOf(before).length >= MIN_INTERNATIONAL) return before;
  const [, number = '', gap = '', note = ''] = LAST_DIGITS.exec(run) ?? [];
  const count = digitsOf(number).length;
  const isInternational = number.startsWith('+');
  if (count < (isInternational ? MIN_INTERNATIONAL : MIN_APART)) return run;
  const isTooLong =
    isInternational && gap === '-' && note.length > 1 && count >= LONG_INTERNATIONAL;
  const isNote = gap.includes('(') || gap === ' - ' || NOTED.test(behind);
  return isNote || isTooLong ? number : run;
}

function isBehindWord(text: string, index: number): boolean {
  return /[\p{L}.:#*=,;] *$/u.test(text.slice(0, index));
}

/** The text in plain characters: usual digits, hyphens and spaces, no invisible marks. */
function cleaned(typed: string): string {
  const plain = westernDigits(typed.normalize('NFKC'));
  return plain
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[⁄∕]/g, '/')
    .replace(/[\t\n\v\f\r\u2028\u2029]+/g, '; ')
    .replace(/\s/g, ' ')
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/(?<=\d)[·•∙_](?=\d)/g, '.')
    .replace(/(?<!\d *)\+ +(?=\d)/g, '+')
    .trim();
}

/** The numbers of a part of the text that has nothing but digits and what groups them. */
function numbersIn(run: string): string[] {
  return byAreaCode(run)
    .flatMap(bySlash)
    .flatMap((number) => (digitsOf(number).length > MAX_DIGITS ? bySpace(number) : [number]));
}

/** `021/123-456 064/123-4567`: each area code begins a number. */
function byAreaCode(run: string): string[] {
  const parts = run.split(/(?: *\/ *| +)(?=0\d{1,3}\/)/);
  return parts.every((part) => digitsOf(part).length >= MIN_APART) ? parts : [run];
}

/** A slash parts two whole numbers, or two endings of one; else it groups, as in `021/123-456`. */
function bySlash(run: string): string[] {
  const [first = '', ...others] = run.split('/').map((part) => part.trim());
  const numbers = [first];
  for (const part of others) {
    const last = numbers.at(-1) ?? '';
    const count = digitsOf(part).length;
    const least = last.startsWith('+') ? MIN_INTERNATIONAL : MIN_APART;
    const isWhole = digitsOf(last).length >= least;
    if (isWhole && count >= MIN_APART - 1) numbers.push(part);
    else if (isWhole && count <= MAX_ENDING) numbers.push(withEnding(last, digitsOf(part)));
    else numbers[numbers.length - 1] = `${last}/${part}`;
  }
  return numbers;
}

function withEnding(number: string, ending: string): string {
  const places = [...number.matchAll(/\d/g)].slice(-ending.length).map(({ index }) => index);
  return [...number].map((sign, at) => ending[places.indexOf(at)] ?? sign).join('');
}

/** More digits than any number has: two numbers with a dash or a space between them, or an unknown one. */
function bySpace(run: string): string[] {
  for (const gap of [/ - /, / {2,}/, / /]) {
    const parts = run.split(gap).filter((part) => part !== '');
    if (parts.length > 1 && parts.every((part) => digitsOf(part).length >= MIN_APART)) return parts;
  }
  return run.startsWith('+') ? [run] : inHalves(run);
}

/** `601 234 567 602 345 678`: two national numbers of the same length. */
function inHalves(run: string): string[] {
  const words = run.split(' ');
  const half = digitsOf(run).length / 2;
  const at = words.findIndex((_, end) => digitsOf(words.slice(0, end).join('')).length === half);
  return at === -1 ? [run] : [words.slice(0, at).join(' '), words.slice(at).join(' ')];
}

/** What follows a number up to its last digit; empty where it has none. */
function noteIn(text: string): string {
  return (/^.*\d[\p{L}-]*(?: mell[\p{L}.]*)?\)?/u.exec(text)?.[0] ?? '').replace(
    /^[ ,;|/&.-]+/,
    '',
  );
}

function phoneOf(written: string, note = ''): WrittenPhone {
  const isInternational = /^\(*\+/.test(written);
  // Abroad the zero in brackets is left out, but not in Italy.
  const dialled =
    isInternational && !/^\(*\+39/.test(written) ? written.replace('(0)', '') : written;
  return {
    number: `${isInternational ? '+' : ''}${digitsOf(dialled)}`,
    text: `${written}${note}`,
  };
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
