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

/**
 * Maximum number of cached word layouts. Caching pays off, because certificates mostly repeat the same words. Words
 * longer than `MAX_LETTERS` aren't cached.
 */
const MAX_CACHED = 2_000;
const MAX_LETTERS = 24;

const fonts = new Map<FontWeight, Font>();

/** Loads a certificate font (Latin, Greek and Cyrillic), once. */
export function loadFont(weight: FontWeight): Font {
  const cachedFont = fonts.get(weight);
  if (cachedFont) return cachedFont;
  const font = create(readFileSync(resolve(`${family}/${files[weight]}`)));
  if (font.type !== 'TTF') throw new Error('The certificate font isn’t a TrueType font.');
  // In the PDF, a glyph's text is the character that first requested the glyph. A glyph that was first used as a part
  // of another, such as the z of ż, would have no text. So every character requests its own glyph before printing.
  for (const letter of font.characterSet) font.glyphForCodePoint(letter);
  cacheLayouts(font);
  fonts.set(weight, font);
  return font;
}

/** Caches word layouts, because computing them takes half of the printing time. */
function cacheLayouts(font: Font): void {
  type Layout = ReturnType<Font['layout']>;
  const layout = font.layout.bind(font);
  const cache = new Map<string, Layout>();
  font.layout = (text, ...options) => {
    if (options.some((option) => option !== undefined) || text.length > MAX_LETTERS)
      return layout(text, ...options);
    const glyphRun = cache.get(text) ?? layout(text);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, glyphRun);
    // pdfkit scales the positions in place, so each caller gets a copy.
    const positions = glyphRun.positions.map((position) => ({ ...position }));
    return Object.assign(Object.create(Object.getPrototypeOf(glyphRun) as object), glyphRun, {
      positions,
    }) as Layout;
  };
}
