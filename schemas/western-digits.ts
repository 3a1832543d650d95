/**
 * Writes decimal digits of every script as 0 to 9; the rest of the text stays as it is.
 * @param text normalised (NFKC), which has read full-width and other styled digits already
 */
export function toWesternDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    // The ten digits of a script stand side by side, from its zero on.
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}
