import { visibleText } from './normalise-text.ts';

/**
 * Normalises multi-line text like `normaliseLine`: line ends become `\n`, and spaces and empty lines around the
 * text are removed.
 */
export function normaliseLines(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  return visibleText(lines.replace(/[\p{Zs}\u2800]/gu, ' ')).trim();
}
