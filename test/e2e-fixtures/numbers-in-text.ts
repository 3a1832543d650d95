/** Pattern of each language: a sign, then grouped or plain digits, such as `+1,200` or `12 345`. */
const patterns = new Map<string, RegExp>();

/**
 * Returns the signed integers in a text.
 * @param language value of `<html lang>`; distinguishes digit groups from adjacent numbers
 */
export function numbersIn(text: string, language: string): number[] {
  const matches = [...text.matchAll(patternOf(language))];
  return matches.map(([, sign, digits = '']) => {
    const size = Number(digits.replaceAll(/\D/g, ''));
    return sign === '-' || sign === '−' ? -size : size;
  });
}

function patternOf(language: string): RegExp {
  const cached = patterns.get(language);
  if (cached) return cached;
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567);
  const group = parts.find(({ type }) => type === 'group')?.value ?? '';
  const grouped = group && String.raw`\d{1,3}(?:${RegExp.escape(group)}\d{3})+(?!\d)|`;
  const pattern = new RegExp(String.raw`([+\-−]?)(${grouped}\d+)`, 'gu');
  patterns.set(language, pattern);
  return pattern;
}
