import { normaliseEmail } from './email.ts';

/** Domains are stored in punycode; this file decodes them for display. */

const BASE = 36;
const FIRST_BIAS = 72;
const FIRST_CODE_POINT = 128;

/** Decodes the domain of an email address: `jan@xn--d-uga0v4h.pl` becomes `jan@łódź.pl`. */
export function displayEmail(email: string): string {
  const decodedEmail = email.replace(
    /(?<=[@.])xn--([a-z\d-]+)/g,
    (label, code: string) => decodePunycode(code) ?? label,
  );
  // Show the stored address if the decoded one doesn't encode back to it.
  return normaliseEmail(decodedEmail) === email ? decodedEmail : email;
}

/** Decodes one punycode label (RFC 3492 §6.2); null if it is invalid. */
function decodePunycode(code: string): string | null {
  const end = code.lastIndexOf('-');
  const codePoints = end > 0 ? [...code.slice(0, end)].map(codePointOf) : [];
  let lastCodePoint = FIRST_CODE_POINT;
  let bias = FIRST_BIAS;
  let position = 0;
  for (let index = end + 1; index < code.length;) {
    const previous = position;
    let weight = 1;
    for (let step = BASE; ; step += BASE) {
      const digit = Number.parseInt(code[index++] ?? '', 36);
      if (Number.isNaN(digit)) return null;
      // Letters are 0 to 25, digits 26 to 35.
      const value = digit < 10 ? digit + 26 : digit - 10;
      position += value * weight;
      const threshold = Math.min(Math.max(step - bias, 1), 26);
      if (value < threshold) break;
      weight *= BASE - threshold;
    }
    const count = codePoints.length + 1;
    bias = adaptBias(position - previous, count, previous === 0);
    lastCodePoint += Math.floor(position / count);
    position %= count;
    if (lastCodePoint > 0x10ffff) return null;
    codePoints.splice(position++, 0, lastCodePoint);
  }
  return String.fromCodePoint(...codePoints);
}

function codePointOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

/** Bias adaptation (RFC 3492 §6.1). */
function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let remainder = Math.floor(delta / (isFirst ? 700 : 2));
  remainder += Math.floor(remainder / count);
  let bias = 0;
  for (; remainder > 455; bias += BASE) remainder = Math.floor(remainder / 35);
  return bias + Math.floor((BASE * remainder) / (remainder + 38));
}
