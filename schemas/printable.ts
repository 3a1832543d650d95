/** Characters that certificates and marketing material can be printed with: Latin, Greek and Cyrillic. */

/**
 * Visible glyphs of the certificate font; a test compares this list with the font. Emoji and letters of other scripts
 * would be printed as boxes.
 */
const LETTERS =
  '\\n\\r\\t\\x20-\\x7E\\xA0-\\u0377\\u037A-\\u037F\\u0384-\\u038A\\u038C\\u038E-\\u03A1\\u03A3-\\u03E1' +
  '\\u03F0-\\u052F\\u1E00-\\u1F15\\u1F18-\\u1F1D\\u1F20-\\u1F45\\u1F48-\\u1F4D\\u1F50-\\u1F57\\u1F59' +
  '\\u1F5B\\u1F5D\\u1F5F-\\u1F7D\\u1F80-\\u1FB4\\u1FB6-\\u1FC4\\u1FC6-\\u1FD3\\u1FD6-\\u1FDB' +
  '\\u1FDD-\\u1FEF\\u1FF2-\\u1FF4\\u1FF6-\\u1FFE\\u2000-\\u200A\\u2010-\\u2027\\u202F-\\u205F' +
  '\\u2070\\u2071\\u2074-\\u208E\\u2090-\\u209C\\u20A0-\\u20C0\\u2100-\\u215F\\u2183\\u2184' +
  '\\u2189\\u2212\\u2C60-\\u2C7F\\uA640-\\uA69F\\uFB00-\\uFB06';
const PRINTABLE = new RegExp(`^[${LETTERS}]*$`, 'u');
const UNPRINTABLE = new RegExp(`[^${LETTERS}]+`, 'gu');

/** True if every character can be printed. */
export function isPrintable(text: string): boolean {
  return PRINTABLE.test(text.normalize('NFC'));
}

/** Composes letters with their diacritics, then removes characters that can't be printed. */
export function printableText(text: string): string {
  const composedText = text.normalize('NFC');
  if (PRINTABLE.test(composedText)) return composedText;
  return composedText.replace(UNPRINTABLE, '').replace(/ {2,}/g, ' ').trim();
}
