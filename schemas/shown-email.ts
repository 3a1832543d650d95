import { normaliseEmail } from './email.ts';

/** Domains are stored in punycode; this file decodes them for display. */

const BASE = 36;
const FIRST_BIAS = 72;
const FIRST_LETTER = 128;

/** Decodes the domain of an e-mail address: `jan@xn--d-uga0v4h.pl` becomes `jan@łódź.pl`. */
export function displayEmail(email: string): string {
  const shown = email.replace(
    /(?<=[@.])xn--([a-z\d-]+)/g,
    (label, code: string) => decoded(code) ?? label,
  );
  // Keep domains that don't encode back to the same address.
  return normaliseEmail(shown) === email ? shown : email;
}

/** Decodes one punycode label (RFC 3492 §6.2); null if it is invalid. */
function decoded(code: string): string | null {
  const end = code.lastIndexOf('-');
  const letters = end > 0 ? [...code.slice(0, end)].map(codePoint) : [];
  let letter = FIRST_LETTER;
  let bias = FIRST_BIAS;
  let place = 0;
  for (let at = end + 1; at < code.length;) {
    const before = place;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      const digit = Number.parseInt(code[at++] ?? '', 36);
      if (Number.isNaN(digit)) return null;
      // Letters are 0 to 25, digits 26 to 35.
      const value = digit < 10 ? digit + 26 : digit - 10;
      place += value * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (value < threshold) break;
      weight *= BASE - threshold;
    }
    const count = letters.length + 1;
    bias = adapted(place - before, count, before === 0);
    letter += Math.floor(place / count);
    place %= count;
    if (letter > 0x10ffff) return null;
    letters.splice(place++, 0, letter);
  }
  return String.fromCodePoint(...letters);
}

function codePoint(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

/** Bias adaptation (RFC 3492 §6.1). */
function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / count);
  let bias = 0;
  for (; rest > 455; bias += BASE) rest = Math.floor(rest / 35);
  return bias + Math.floor((BASE * rest) / (rest + 38));
}
