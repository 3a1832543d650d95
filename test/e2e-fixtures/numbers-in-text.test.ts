import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbersIn } from './numbers-in-text.ts';

const language = fc.constantFrom('en', 'pl', 'de', 'cs', 'fr', 'sl');
const points = fc.integer({ min: -99_999_999, max: 99_999_999 });

describe('the numbers on a screen', () => {
  test('are read in the screen’s language, with their sign, in any position', () => {
    fc.assert(
      fc.property(language, fc.array(points, { maxLength: 4 }), (code, all) => {
        const { format } = new Intl.NumberFormat(code, { signDisplay: 'exceptZero' });
        const text = all.map((value) => `Punkty\n${format(value)}\nza projekt`).join('\n');
        expect(numbersIn(text, code)).toEqual(all);
      }),
    );
  });

  test('are separate when adjacent, unless the language groups digits that way', () => {
    expect(numbersIn('12 345', 'en')).toEqual([12, 345]);
    expect(numbersIn('12\u00a0345', 'pl')).toEqual([12_345]);
    expect(numbersIn('1,2345', 'en')).toEqual([1, 2345]);
  });
});
