import { letterWidth, type Weight } from './letter-widths.ts';

/** Constraints on a text. Sizes in the unit of its box, like SVG's `font-size`. */
export interface TextStyle {
  readonly size: number;
  /** Smallest legible size on this material. */
  readonly minSize: number;
  readonly maxLines: number;
  readonly weight?: Weight;
  /** Makes all lines about equally long, for headlines. */
  readonly isBalanced?: boolean;
}

/** A text broken into lines. */
export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
  /** True if it was cut and ends in an ellipsis. */
  readonly isCut: boolean;
}

/** Safety margin, since a device without the font shows another one. */
const SAFETY = 1.02;
/** Factor between tried sizes. */
const SMALLER = 0.95;
/** Tolerates rounding errors in sums. */
const EXACTLY = 1 - 1e-9;
const ELLIPSIS = '…';
/** Non-breaking space. */
const TIED = '\u00A0';

/** Estimates the width of a line in the unit of `size`, on the safe side. */
export function textWidth(text: string, size: number, weight: Weight = 'regular'): number {
  let sum = 0;
  for (const character of text) sum += letterWidth(character, weight);
  return (sum * size * SAFETY) / 1000;
}

/** A word and its width at size 1. */
interface Word {
  readonly text: string;
  readonly width: number;
}

/**
 * Fits a text into a width, as large as possible within the maximum lines. Breaks words and cuts
 * the text only if the smallest size is too large. Empty text has no lines.
 * @param width of the box, in the unit of the sizes
 */
export function fitText(text: string, width: number, style: TextStyle): FittedText {
  const words = tied(text)
    .split(' ')
    .filter(Boolean)
    .map((word): Word => ({ text: word, width: textWidth(word, 1, style.weight) }));
  if (words.length === 0) return { lines: [], size: style.size, isCut: false };
  const space = textWidth(' ', 1, style.weight);
  const widest = Math.max(...words.map((word) => word.width));
  for (const size of sizesOf(style)) {
    const room = (width / size) * EXACTLY;
    if (widest > room) continue;
    const lines = wrap(words, space, room);
    if (lines.length > style.maxLines) continue;
    const set = style.isBalanced
      ? balanced(words, space, Math.max(widest, room * 0.5), room)
      : lines;
    return { lines: set, size, isCut: false };
  }
  return cut(words, width, style);
}

function sizesOf({ size, minSize }: TextStyle): number[] {
  const sizes: number[] = [];
  for (let one = size; one > minSize; one *= SMALLER) sizes.push(one);
  return [...sizes, minSize];
}

/** Collapses whitespace. Single-letter words stay with the next one, as Polish requires. */
function tied(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<=^|[\s\u00A0])(\p{Letter}) (?=\S)/gu, `$1${TIED}`);
}

function wrap(words: readonly Word[], space: number, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  for (const { text, width } of words) {
    if (line !== '' && used + space + width <= room) {
      line += ` ${text}`;
      used += space + width;
    } else {
      if (line !== '') lines.push(line);
      line = text;
      used = width;
    }
  }
  return [...lines, line];
}

/** Narrows the lines as far as their number allows. */
function balanced(words: readonly Word[], space: number, least: number, most: number): string[] {
  let lines = wrap(words, space, most);
  for (let room = most * 0.95; room >= least; room -= most * 0.05) {
    const narrower = wrap(words, space, room);
    if (narrower.length > lines.length) return lines;
    lines = narrower;
  }
  return lines;
}

/** Uses the smallest size, breaks words and cuts the rest. */
function cut(words: readonly Word[], width: number, style: TextStyle): FittedText {
  const { minSize: size, weight, maxLines } = style;
  const fits = (line: string) => textWidth(line, size, weight) <= width;
  const lines = wrapBroken(
    words.map(({ text }) => text),
    fits,
  );
  if (lines.length <= maxLines) return { lines, size, isCut: false };
  const kept = lines.slice(0, maxLines);
  return {
    lines: [...kept.slice(0, -1), withEllipsis(kept.at(-1) ?? '', fits)],
    size,
    isCut: true,
  };
}

function wrapBroken(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = broken(word, fits);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

/** Splits a word into parts that fit, after punctuation of an address if possible. */
function broken(word: string, fits: (line: string) => boolean): string[] {
  const pieces: string[] = [];
  let rest = [...word];
  while (rest.length > 0 && !fits(rest.join(''))) {
    const at = breakOf(rest, countThatFit(rest, fits), fits);
    pieces.push(rest.slice(0, at).join(''));
    rest = rest.slice(at);
  }
  return rest.length > 0 ? [...pieces, rest.join('')] : pieces;
}

/** Binary search, as addresses may have hundreds of letters. Returns at least 1. */
function countThatFit(letters: readonly string[], fits: (line: string) => boolean): number {
  let [most, tooMany] = [1, letters.length];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (fits(letters.slice(0, middle).join(''))) most = middle;
    else tooMany = middle;
  }
  return most;
}

/**
 * Returns where to break, at most `most` letters. Breaks an e-mail address after its @ if that is
 * enough.
 */
function breakOf(
  letters: readonly string[],
  most: number,
  fits: (line: string) => boolean,
): number {
  const person = letters.indexOf('@') + 1;
  if (person > 0 && person <= most && fits(letters.slice(person).join(''))) return person;
  const sign = letters.slice(0, most).findLastIndex((one) => /[@./_\-\u00A0]/.test(one)) + 1;
  return sign > most / 2 ? sign : most;
}

function withEllipsis(line: string, fits: (line: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}${ELLIPSIS}`)) letters.pop();
  return `${letters.join('').trimEnd()}${ELLIPSIS}`;
}
