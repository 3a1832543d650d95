/** Constraints on a text. Sizes are in the unit of the text's box, like `font-size` in SVG. */
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
  /** True if it was truncated and ends in an ellipsis. */
  readonly isTruncated: boolean;
}

/** Safety margin for devices that don't have the font and use another. */
const SAFETY_MARGIN = 1.02;
/** Factor between the sizes to try. */
const SIZE_FACTOR = 0.95;
/** Tolerates rounding errors in sums. */
const ROUNDING_TOLERANCE = 1 - 1e-9;
const ELLIPSIS = '…';
const NON_BREAKING_SPACE = '\u00A0';

/** Estimates the width of a line in the unit of `size`, with a safety margin. */
export function textWidth(text: string, size: number, weight: Weight = 'regular'): number {
  let sum = 0;
  for (const character of text) sum += letterWidth(character, weight);
  return (sum * size * SAFETY_MARGIN) / 1000;
}

/** A word and its width at size 1. */
interface Word {
  readonly text: string;
  readonly width: number;
}

/**
 * Fits a text into a width, as large as possible within the maximum number of lines. Breaks words and truncates
 * the text only if even the smallest size is too large. Empty text has no lines.
 * @param width of the box, in the unit of the sizes
 */
export function fitText(text: string, width: number, style: TextStyle): FittedText {
  const words = withNonBreakingSpaces(text)
    .split(' ')
    .filter(Boolean)
    .map((word): Word => ({ text: word, width: textWidth(word, 1, style.weight) }));
  if (words.length === 0) return { lines: [], size: style.size, isTruncated: false };
  const spaceWidth = textWidth(' ', 1, style.weight);
  const maxWordWidth = Math.max(...words.map((word) => word.width));
  for (const size of sizesOf(style)) {
    const availableWidth = (width / size) * ROUNDING_TOLERANCE;
    if (maxWordWidth > availableWidth) continue;
    const lines = wrap(words, spaceWidth, availableWidth);
    if (lines.length > style.maxLines) continue;
    const fittedLines = style.isBalanced
      ? balanceLines(
          words,
          spaceWidth,
          Math.max(maxWordWidth, availableWidth * 0.5),
          availableWidth,
        )
      : lines;
    return { lines: fittedLines, size, isTruncated: false };
  }
  return truncate(words, width, style);
}

function sizesOf({ size, minSize }: TextStyle): number[] {
  const sizes: number[] = [];
  for (let current = size; current > minSize; current *= SIZE_FACTOR) sizes.push(current);
  return [...sizes, minSize];
}

/** Collapses whitespace. Keeps each single-letter word together with the next word, as Polish requires. */
function withNonBreakingSpaces(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(?<=^|[\s\u00A0])(\p{Letter}) (?=\S)/gu, `$1${NON_BREAKING_SPACE}`);
}

function wrap(words: readonly Word[], spaceWidth: number, availableWidth: number): string[] {
  const lines: string[] = [];
  let line = '';
  let usedWidth = 0;
  for (const { text, width } of words) {
    if (line !== '' && usedWidth + spaceWidth + width <= availableWidth) {
      line += ` ${text}`;
      usedWidth += spaceWidth + width;
    } else {
      if (line !== '') lines.push(line);
      line = text;
      usedWidth = width;
    }
  }
  return [...lines, line];
}

/** Makes the lines as narrow as possible without adding a line. */
function balanceLines(
  words: readonly Word[],
  spaceWidth: number,
  min: number,
  max: number,
): string[] {
  let lines = wrap(words, spaceWidth, max);
  for (let maxWidth = max * 0.95; maxWidth >= min; maxWidth -= max * 0.05) {
    const narrowerLines = wrap(words, spaceWidth, maxWidth);
    if (narrowerLines.length > lines.length) return lines;
    lines = narrowerLines;
  }
  return lines;
}

/** Uses the smallest size, breaks words and truncates the text at the end. */
function truncate(words: readonly Word[], width: number, style: TextStyle): FittedText {
  const { minSize: size, weight, maxLines } = style;
  const fits = (line: string) => textWidth(line, size, weight) <= width;
  const lines = wrapWithBreaks(
    words.map(({ text }) => text),
    fits,
  );
  if (lines.length <= maxLines) return { lines, size, isTruncated: false };
  const visibleLines = lines.slice(0, maxLines);
  return {
    lines: [...visibleLines.slice(0, -1), withEllipsis(visibleLines.at(-1) ?? '', fits)],
    size,
    isTruncated: true,
  };
}

function wrapWithBreaks(words: readonly string[], fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const candidate = line === '' ? word : `${line} ${word}`;
    if (fits(candidate)) {
      line = candidate;
      continue;
    }
    if (line !== '') lines.push(line);
    const parts = breakWord(word, fits);
    lines.push(...parts.slice(0, -1));
    line = parts.at(-1) ?? '';
  }
  return [...lines, line];
}

/** Splits a word into parts that fit. Addresses are split after punctuation if possible. */
function breakWord(word: string, fits: (line: string) => boolean): string[] {
  const parts: string[] = [];
  let remainingLetters = [...word];
  while (remainingLetters.length > 0 && !fits(remainingLetters.join(''))) {
    const breakIndex = breakPosition(remainingLetters, countThatFit(remainingLetters, fits), fits);
    parts.push(remainingLetters.slice(0, breakIndex).join(''));
    remainingLetters = remainingLetters.slice(breakIndex);
  }
  return remainingLetters.length > 0 ? [...parts, remainingLetters.join('')] : parts;
}

/**
 * Returns how many of the letters fit, but at least 1. Uses a binary search, because addresses may have hundreds of
 * letters.
 */
function countThatFit(letters: readonly string[], fits: (line: string) => boolean): number {
  let [max, tooMany] = [1, letters.length];
  while (tooMany - max > 1) {
    const middle = Math.floor((max + tooMany) / 2);
    if (fits(letters.slice(0, middle).join(''))) max = middle;
    else tooMany = middle;
  }
  return max;
}

/**
 * Returns the number of letters before the break, at most `max`. An email address is broken after its @ if the rest
 * then fits.
 */
function breakPosition(
  letters: readonly string[],
  max: number,
  fits: (line: string) => boolean,
): number {
  const afterAt = letters.indexOf('@') + 1;
  if (afterAt > 0 && afterAt <= max && fits(letters.slice(afterAt).join(''))) return afterAt;
  const afterPunctuation =
    letters.slice(0, max).findLastIndex((letter) => /[@./_\-\u00A0]/.test(letter)) + 1;
  return afterPunctuation > max / 2 ? afterPunctuation : max;
}

function withEllipsis(line: string, fits: (line: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 0 && !fits(`${letters.join('').trimEnd()}${ELLIPSIS}`)) letters.pop();
  return `${letters.join('').trimEnd()}${ELLIPSIS}`;
}

/** The two printed weights. */
export type Weight = 'regular' | 'bold';

/** Letter widths of Inter from space to tilde, in thousandths of the font size. */
const latinWidths: Readonly<Record<Weight, readonly number[]>> = {
  regular: [
    282, 288, 466, 634, 642, 982, 645, 300, 365, 365, 501, 662, 289, 460, 289, 361, 631, 407, 610,
    618, 646, 594, 621, 566, 619, 621, 289, 302, 662, 662, 662, 512, 966, 690, 655, 731, 722, 602,
    591, 747, 744, 269, 571, 672, 566, 904, 754, 765, 639, 765, 644, 642, 646, 745, 690, 986, 683,
    679, 629, 365, 361, 365, 472, 457, 323, 562, 613, 572, 613, 584, 371, 614, 592, 243, 243, 549,
    243, 876, 591, 600, 613, 613, 377, 528, 328, 592, 563, 819, 546, 563, 553, 427, 333, 427, 662,
  ],
  bold: [
    237, 338, 552, 649, 655, 1016, 672, 339, 377, 377, 560, 679, 334, 468, 334, 389, 675, 432, 630,
    646, 677, 623, 650, 582, 651, 650, 334, 343, 679, 679, 679, 560, 1017, 747, 662, 740, 723, 608,
    587, 751, 748, 281, 585, 720, 566, 932, 763, 771, 648, 777, 657, 655, 668, 732, 747, 1038, 739,
    731, 665, 377, 389, 377, 487, 477, 366, 581, 631, 589, 631, 596, 398, 632, 623, 271, 271, 581,
    271, 913, 623, 614, 631, 631, 408, 561, 367, 623, 600, 851, 581, 603, 573, 469, 372, 469, 679,
  ],
};

/** Letter widths from А to я. */
const cyrillicWidths: Readonly<Record<Weight, readonly number[]>> = {
  regular: [
    690, 646, 655, 579, 820, 602, 960, 618, 754, 754, 672, 749, 904, 744, 765, 744, 639, 731, 646,
    629, 829, 683, 721, 701, 958, 973, 817, 883, 650, 731, 1015, 644, 562, 594, 565, 437, 614, 584,
    811, 495, 592, 592, 542, 576, 771, 589, 600, 588, 613, 572, 466, 563, 688, 546, 598, 578, 823,
    837, 644, 737, 559, 572, 843, 555,
  ],
  bold: [
    747, 647, 662, 583, 869, 608, 1069, 646, 763, 763, 720, 750, 932, 748, 771, 748, 648, 740, 668,
    695, 836, 739, 768, 708, 989, 1017, 831, 919, 663, 740, 1043, 657, 581, 610, 577, 453, 661, 596,
    865, 520, 623, 623, 584, 605, 813, 622, 614, 614, 631, 589, 511, 603, 777, 581, 656, 602, 860,
    888, 679, 807, 590, 590, 868, 578,
  ],
};

/** Characters that are neither in the tables above nor accented forms of those. */
const otherCharacters: Readonly<Record<string, Readonly<Record<Weight, number>>>> = {
  '\u00A0': { regular: 282, bold: 237 },
  '–': { regular: 500, bold: 500 },
  '—': { regular: 1000, bold: 1000 },
  '„': { regular: 421, bold: 510 },
  '”': { regular: 441, bold: 532 },
  '“': { regular: 441, bold: 541 },
  '’': { regular: 261, bold: 311 },
  '‚': { regular: 242, bold: 289 },
  '‘': { regular: 261, bold: 311 },
  '…': { regular: 865, bold: 1002 },
  '·': { regular: 289, bold: 334 },
  '•': { regular: 563, bold: 475 },
  '€': { regular: 667, bold: 685 },
  '°': { regular: 456, bold: 460 },
  '©': { regular: 915, bold: 915 },
  '®': { regular: 667, bold: 663 },
  '№': { regular: 1093, bold: 1103 },
  '§': { regular: 569, bold: 569 },
  ł: { regular: 243, bold: 271 },
  Ł: { regular: 595, bold: 606 },
  đ: { regular: 613, bold: 631 },
  Đ: { regular: 735, bold: 760 },
  ß: { regular: 617, bold: 658 },
  ø: { regular: 600, bold: 614 },
  Ø: { regular: 765, bold: 771 },
  æ: { regular: 918, bold: 911 },
  Æ: { regular: 994, bold: 1023 },
  ı: { regular: 243, bold: 271 },
  þ: { regular: 613, bold: 631 },
  '«': { regular: 583, bold: 661 },
  '»': { regular: 583, bold: 661 },
  '×': { regular: 662, bold: 679 },
  '½': { regular: 848, bold: 882 },
  '²': { regular: 442, bold: 460 },
  '³': { regular: 446, bold: 472 },
  ĳ: { regular: 485, bold: 543 },
};

/** Combining marks have no width. */
const combiningMark = /^\p{Mark}$/u;
/** These letters have their caron next to them, like an apostrophe. */
const lettersWithCaronBeside = /^[dtlL]\u030C/;
const CARON_WIDTH = 100;

const widthCache: Readonly<Record<Weight, Map<string, number>>> = {
  regular: new Map(),
  bold: new Map(),
};

/**
 * Returns the width of a character in thousandths of the font size; 1000 if unknown.
 * @param character one code point
 */
export function letterWidth(character: string, weight: Weight): number {
  const cachedWidth = widthCache[weight].get(character);
  if (cachedWidth !== undefined) return cachedWidth;
  const width = otherCharacters[character]?.[weight] ?? plainWidth(character, weight);
  widthCache[weight].set(character, width);
  return width;
}

/** Width of the base letter, without its marks. */
function plainWidth(character: string, weight: Weight): number {
  if (combiningMark.test(character)) return 0;
  const decomposedCharacter = character.normalize('NFD');
  const code = decomposedCharacter.codePointAt(0) ?? 0;
  const glyphWidth =
    latinWidths[weight][code - 0x20] ?? cyrillicWidths[weight][code - 0x410] ?? 1000;
  return lettersWithCaronBeside.test(decomposedCharacter) ? glyphWidth + CARON_WIDTH : glyphWidth;
}
