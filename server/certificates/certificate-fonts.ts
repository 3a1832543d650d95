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
  fonts.set(weight, made);
  return made;
}
