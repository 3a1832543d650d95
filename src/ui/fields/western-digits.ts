/** Writes decimal digits of every script as 0 to 9. Same as `schemas/western-digits.ts`, which `src/ui` may not import. */
export function westernDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    let value = 0;
    const code = digit.codePointAt(0) ?? 0;
    while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  });
}

/** The digits of a typed or pasted text, in any script; raised and circled ones are none, since `5²` is not 52. */
export function digitsIn(text: string): string {
  const plain = text.replace(/\p{No}/gu, '').normalize('NFKC');
  return westernDigits(plain).replace(/\D/g, '');
}
