/** Numbers as they are typed and shown in a field. Pure. */

interface NumberRules {
  /** How many decimals may be typed; 0 for whole numbers. */
  readonly decimals: number;
  readonly negative: boolean;
  readonly decimalSign: '.' | ',';
}

/** How many decimals a number has: 1 has none, 0.25 two. */
export function decimalsOf(number: number): number {
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const written = mantissa.split('.')[1]?.length ?? 0;
  return Math.max(0, written - Number(exponent));
}

/** What may stand in the field of what was typed or pasted; a comma and a point both part decimals. */
export function typedNumber(text: string, rules: NumberRules): string {
  const sign = rules.negative && /^\s*[-−]/.test(text) ? '-' : '';
  const [whole = '', ...rest] = text.replace(/[^\d.,]/g, '').split(/[.,]/);
  if (rules.decimals === 0) return sign + [whole, ...rest].join('').slice(0, 15);
  const kept = whole.slice(0, 15 - rules.decimals);
  if (rest.length === 0) return sign + kept;
  return sign + kept + rules.decimalSign + rest.join('').slice(0, rules.decimals);
}

/** The number of a text that `typedNumber` let stand; null where there is none yet. */
export function readNumber(typed: string): number | null {
  return /\d/.test(typed) ? Number(typed.replace(',', '.')) : null;
}

/** A number as the field shows it. */
export function writeNumber(number: number | null, decimalSign: '.' | ','): string {
  return number === null ? '' : String(number).replace('.', decimalSign);
}

/** Rounded to so many decimals, so that 0.1 and 0.2 make 0.3. */
export function roundTo(number: number, decimals: number): number {
  return Number(number.toFixed(Math.min(decimals, 15)));
}
