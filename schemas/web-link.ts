import { normaliseLine, visibleText } from './normalise-text.ts';

/**
 * Normalises a web address for validating, storing and printing: removes invisible characters, including those
 * that the browser's address bar has percent-encoded (`%E2%80%8B`).
 */
export function normaliseLink(input: string): string {
  return normaliseLine(
    normaliseLine(input).replace(/(?:%[\da-f]{2})+/gi, removeInvisibleCharacters),
  );
}

function removeInvisibleCharacters(encodedText: string): string {
  try {
    const text = decodeURIComponent(encodedText);
    const cleanText = visibleText(text);
    return cleanText === text.normalize('NFC') ? encodedText : encodeURIComponent(cleanText);
  } catch {
    // The percent-encoding isn't UTF-8, so keep it.
    return encodedText;
  }
}
