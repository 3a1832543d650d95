/**
 * An emoji with the invisible characters that join its parts: a family, a flag, a coloured heart. Outside an
 * emoji, these characters are removed.
 */
const EMOJI =
  '\\p{ExtPict}(?:[\\uFE0E\\uFE0F\\p{EMod}]|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?(?:\\u200D\\p{ExtPict}[\\uFE0F\\p{EMod}]?)*';

/**
 * Invisible characters: zero-width and bidirectional ones, soft hyphens, unpaired surrogates, C1 control
 * characters.
 */
const INVISIBLE = new RegExp(
  `(${EMOJI})|[\\p{DI}\\p{Cs}\\u0080-\\u0084\\u0086-\\u009F\\uFFF9-\\uFFFB]`,
  'gu',
);

/** Removes invisible characters and composes letters (NFC). Keeps emoji intact. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '$1').normalize('NFC');
}

/**
 * Normalises a line of text for validating, storing and comparing: no invisible characters, ordinary spaces,
 * trimmed, composed (NFC). Idempotent.
 */
export function normaliseLine(text: string): string {
  return visibleText(text.replace(/[\p{Zs}\u0085\u2028\u2029\u2800]/gu, ' ')).trim();
}

/**
 * Normalises multi-line text like `normaliseLine`; line ends become `\n`, and spaces and empty lines around the
 * text are removed.
 */
export function normaliseLines(text: string): string {
  const lines = text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  return visibleText(lines.replace(/[\p{Zs}\u2800]/gu, ' ')).trim();
}
