/**
 * An emoji with the invisible marks that join its parts: a family, a flag, a heart in colour. Everywhere else
 * these marks only hide.
 */
const EMOJI =
  '\\p{ExtPict}(?:[\\uFE0E\\uFE0F\\p{EMod}]|[\\u{E0020}-\\u{E007E}]+\\u{E007F})?(?:\\u200D\\p{ExtPict}[\\uFE0F\\p{EMod}]?)*';

/** Invisible marks: zero-width and bidirectional ones, soft hyphens, halves of letters, control characters of the C1 set. */
const INVISIBLE = new RegExp(
  `(${EMOJI})|[\\p{DI}\\p{Cs}\\u0080-\\u0084\\u0086-\\u009F\\uFFF9-\\uFFFB]`,
  'gu',
);

/** A text without invisible marks, its letters composed (NFC). Emoji stay whole. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, '$1').normalize('NFC');
}

/**
 * A line of text as it is validated, stored and compared: without invisible marks and the spaces around it,
 * with ordinary spaces, composed (NFC). Doing it twice changes nothing.
 */
export function normaliseLine(text: string): string {
  return visibleText(text.replace(/[\p{Zs}\u0085\u2028\u2029\u2800]/gu, ' ')).trim();
}
