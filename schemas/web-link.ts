import { normaliseLine, visibleText } from './normalise-text.ts';

/**
 * Normalises a web address for validating, storing and printing: removes invisible characters, including those
 * that the browser's address bar has percent-encoded (`%E2%80%8B`).
 */
export function normaliseLink(input: string): string {
  return normaliseLine(normaliseLine(input).replace(/(?:%[\da-f]{2})+/gi, removeInvisible));
}

function removeInvisible(encodedText: string): string {
  try {
    const text = decodeURIComponent(encodedText);
    const visible = visibleText(text);
    return visible === text.normalize('NFC') ? encodedText : encodeURIComponent(visible);
  } catch {
    // The percent-encoding isn't UTF-8, so keep it.
    return encodedText;
  }
}
