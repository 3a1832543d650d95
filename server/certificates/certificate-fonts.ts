import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);
const family = '@expo-google-fonts/noto-sans';

const files = {
  regular: '400Regular/NotoSans_400Regular.ttf',
  bold: '700Bold/NotoSans_700Bold.ttf',
} as const;
type FontWeight = keyof typeof files;
export const fontWeights = Object.keys(files) as FontWeight[];

/** Most of a certificate is the same words as on the one before it: so many of them are remembered, and no longer ones. */
const MAX_WORDS = 2_000;
const MAX_LETTERS = 24;

const fonts = new Map<FontWeight, Font>();

/** A font of the certificates: Latin, Greek and Cyrillic letters. Read once, when it is first asked for. */
export function fontFor(weight: FontWeight): Font {
  const known = fonts.get(weight);
  if (known) return known;
  const made = create(readFileSync(resolve(`${family}/${files[weight]}`)));
  if (made.type !== 'TTF') throw new Error('A font of the certificates is no TrueType font.');
  // A glyph remembers the letter that it was first asked for by, and a document's text is read back by that. As a mere
  // part of another (the z of ż) it has none: so each is asked for by its own letter before anything is printed.
  for (const letter of made.characterSet) made.glyphForCodePoint(letter);
  rememberWords(made);
  fonts.set(weight, made);
  return made;
}

/** Placing a word's letters takes half the time of printing it: it is done once for as long as the word is remembered. */
function rememberWords(font: Font): void {
  type Placed = ReturnType<Font['layout']>;
  const place = font.layout.bind(font);
  const words = new Map<string, Placed>();
  font.layout = (text, ...how) => {
    if (how.some((one) => one !== undefined) || text.length > MAX_LETTERS)
      return place(text, ...how);
    const known = words.get(text) ?? place(text);
    if (words.size >= MAX_WORDS) words.clear();
    words.set(text, known);
    // Whoever prints it scales the positions where they stand.
    const positions = known.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(known) as object), known, {
      positions,
    }) as Placed;
  };
}
