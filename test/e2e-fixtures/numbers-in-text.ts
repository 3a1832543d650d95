/** Sign, then grouped or plain digits: `+1,200`, `−300`, `12 345`. */
const patterns = new Map<string, RegExp>();

/**
 * Returns the signed integers in a text.
 * @param language value of `<html lang>`; distinguishes digit groups from adjacent numbers
 */
export function numbersIn(text: string, language: string): number[] {
  const found = [...text.matchAll(patternOf(language))];
  return found.map(([, sign, digits = '']) => {
    const size = Number(digits.replaceAll(/\D/g, ''));
    return sign === '-' || sign === '−' ? -size : size;
  });
}

function patternOf(language: string): RegExp {
  const known = patterns.get(language);
  if (known) return known;
  const parts = new Intl.NumberFormat(language).formatToParts(1_234_567);
  const group = parts.find(({ type }) => type === 'group')?.value ?? '';
  const grouped = group && String.raw`\d{1,3}(?:${RegExp.escape(group)}\d{3})+(?!\d)|`;
  const made = new RegExp(String.raw`([+\-−]?)(${grouped}\d+)`, 'gu');
  patterns.set(language, made);
  return made;
}
