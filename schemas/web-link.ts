import { normaliseLine, visibleText } from './normalise-text.ts';

/**
 * Normalises a web address for validating, storing and printing: removes invisible characters, including those
 * that the browser's address bar has percent-encoded (`%E2%80%8B`).
 */
export function normaliseLink(typed: string): string {
  return normaliseLine(normaliseLine(typed).replace(/(?:%[\da-f]{2})+/gi, removeInvisible));
}

function removeInvisible(encoded: string): string {
  try {
    const text = decodeURIComponent(encoded);
    const visible = visibleText(text);
    return visible === text.normalize('NFC') ? encoded : encodeURIComponent(visible);
  } catch {
    // Not UTF-8, so keep it.
    return encoded;
  }
}
