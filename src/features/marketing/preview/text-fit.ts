import { letterWidth, type Weight } from './letter-widths.ts';

/** How a text may be set. Sizes in the unit of its box, as SVG's `font-size`. */
export interface TextStyle {
  readonly size: number;
  /** The smallest that can still be read on this piece. */
  readonly leastSize: number;
  readonly mostLines: number;
  readonly weight?: Weight;
  /** Whether all lines are to be about as long: for a few large words. */
  readonly isBalanced?: boolean;
}

/** A text as it is set. */
export interface FittedText {
  readonly lines: readonly string[];
  readonly size: number;
  /** Whether its end is missing, for which an ellipsis stands. */
  readonly isCut: boolean;
}

/** How much of a line stays free, since a device without the font shows another one. */
const SAFETY = 1.02;
/** From one size that was tried to the next. */
const SMALLER = 0.95;
const ELLIPSIS = '…';
/** A space that a line does not end at. */
const TIED = '\u00A0';

/** The width of one line, in the unit of `size`; an estimate by the letters' own widths, on the safe side. */
export function textWidth(text: string, size: number, weight: Weight = 'regular'): number {
  let sum = 0;
  for (const character of text) sum += letterWidth(character, weight);
  return (sum * size * SAFETY) / 1000;
}

/**
 * Sets a text into a width: as large as it may be, over as many lines as it may have; a word is broken, and
 * the text cut, only where its smallest size is still too large. An empty text has no lines.
 * @param width of the box, in the unit of the sizes
 */
export function fitText(text: string, width: number, style: TextStyle): FittedText {
  const words = tied(text).split(' ').filter(Boolean);
  if (words.length === 0) return { lines: [], size: style.size, isCut: false };
  for (const size of sizesOf(style)) {
    const fits = (line: string, room = width) => textWidth(line, size, style.weight) <= room;
    if (!words.every((word) => fits(word))) continue;
    const lines = wrap(words, fits);
    if (lines.length <= style.mostLines) {
      return { lines: style.isBalanced ? balanced(words, width, fits) : lines, size, isCut: false };
    }
  }
  return cut(words, width, style);
}

function sizesOf({ size, leastSize }: TextStyle): number[] {
  const sizes: number[] = [];
  for (let one = size; one > leastSize; one *= SMALLER) sizes.push(one);
  return [...sizes, leastSize];
}

/** Without what is left of typing; a word of one letter goes with the next one, as Polish wants it. */
function tied(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<=^|[\s\u00A0])(\p{Letter}) (?=\S)/gu, `$1${TIED}`);
}

function wrap(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || fits(longer)) {
      line = longer;
    } else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** The same number of lines, in the narrowest room that they need. */
function balanced(
  words: readonly string[],
  width: number,
  fits: (line: string, room?: number) => boolean,
): string[] {
  let lines = wrap(words, (line) => fits(line));
  for (const share of [0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55]) {
    const room = width * share;
    const narrower = wrap(words, (line) => fits(line, room));
    const isWhole = narrower.every((line) => fits(line, room));
    if (narrower.length > lines.length || !isWhole) return lines;
    lines = narrower;
  }
  return lines;
}

/** At the smallest size, words broken where they must be, and the rest left out. */
function cut(words: readonly string[], width: number, style: TextStyle): FittedText {
  const { leastSize: size, weight, mostLines } = style;
  const fits = (line: string) => textWidth(line, size, weight) <= width;
  const lines = wrapBroken(words, fits);
  if (lines.length <= mostLines) return { lines, size, isCut: false };
  const kept = lines.slice(0, mostLines);
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

/** A word in pieces that fit: after a sign of an address where there is one, else wherever it must be. */
function broken(word: string, fits: (line: string) => boolean): string[] {
  const pieces: string[] = [];
  let rest = [...word];
  while (rest.length > 0 && !fits(rest.join(''))) {
    let most = 1;
    while (most < rest.length && fits(rest.slice(0, most + 1).join(''))) most += 1;
    const sign = rest.slice(0, most).findLastIndex((one) => /[@./_\-\u00A0]/.test(one)) + 1;
    const at = sign > most / 2 ? sign : most;
    pieces.push(rest.slice(0, at).join(''));
    rest = rest.slice(at);
  }
  return rest.length > 0 ? [...pieces, rest.join('')] : pieces;
}

function withEllipsis(line: string, fits: (line: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}${ELLIPSIS}`)) letters.pop();
  return `${letters.join('').trimEnd()}${ELLIPSIS}`;
}
