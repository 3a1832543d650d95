/** Converts digits of any script to 0–9. Copy of `schemas/western-digits.ts`, which `src/ui` can't import. */
export function westernDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/**
 * Extracts the digits of a text, in any script. Superscript and circled digits don't count, because `5²` isn't
 * 52.
 */
export function digitsIn(text: string): string {
  const digits = text.replace(/\p{No}/gu, '').normalize('NFKC');
  return westernDigits(digits).replace(/\D/g, '');
}
