import { visibleText } from './single-line.ts';

/** Several lines as they are validated, stored and compared, like `singleLine`: their ends are `\n`, and the spaces and lines around the whole are gone. */
export function normaliseLines(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  return visibleText(lines.replace(/[\p{Zs}\u2800]/gu, ' ')).trim();
}
