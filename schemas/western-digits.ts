/**
 * Converts decimal digits of every script to 0–9. The rest of the text stays unchanged.
 * @param text NFKC-normalised, so that full-width and other styled digits are already converted
 */
export function toWesternDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    // A script's ten digits are consecutive code points, starting with its zero.
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
