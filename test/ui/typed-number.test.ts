import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalogueLanguages } from '#schemas/languages.ts';
import {
  countDecimals,
  parseTypedNumber,
  roundTo,
  separatorsOf,
  formatTypedNumber,
} from '#src/ui/fields/typed-number.ts';

const english = { decimal: '.', group: ',' } as const;
const polish = { decimal: ',', group: ' ' } as const;
const italian = { decimal: ',', group: '.' } as const;
const integerFormat = { decimals: 0, allowsNegative: false, separators: english };
const decimalFormat = { decimals: 1, allowsNegative: false, separators: polish };

describe('a whole number', () => {
  it.each([
    ['12', 12],
    ['007', 7],
    [' 12 ', 12],
    ['+4', 4],
    ['１２', 12],
    ['١٢', 12],
    ['\u200b12\u202c', 12],
    ['', null],
    [' ', null],
  ])('“%s” is read as %s', (text, number) => {
    expect(parseTypedNumber(text, integerFormat)).toBe(number);
  });

  it.each([
    '2,5',
    '1.5',
    '2,',
    '.5',
    '1,20',
    '12,34',
    '1,2,3',
    '1.200',
    '0,5',
    '٢٫٥',
    '-1',
    '−1',
    '–1',
    '1e3',
    '0x10',
    '1/2',
    '½',
    '12 pcs',
    'abc',
    '1 2',
    '1 20',
    '1  200',
    '²',
    '5²',
    '①',
    '5①',
    '1234567890123456',
  ])('“%s” is rejected, and never read as another number', (text) => {
    expect(parseTypedNumber(text, integerFormat)).toBeNaN();
  });

  it('has thousands separators only if they are unambiguous', () => {
    const read = (text: string, separators: typeof english | typeof polish | typeof italian) =>
      parseTypedNumber(text, { ...integerFormat, separators });
    expect(read('1,200', english)).toBe(1200);
    expect(read('1 200', english)).toBe(1200);
    expect(read('1.200', italian)).toBe(1200);
    expect(read('1.234.567', italian)).toBe(1_234_567);
    expect(read('1\u00a0200', polish)).toBe(1200);
    expect(read('1\u202f234\u202f567', polish)).toBe(1_234_567);
    for (const text of ['1,200', '1.200']) expect(read(text, polish)).toBeNaN();
    expect(read('1.200', english)).toBeNaN();
    expect(read('1,200', italian)).toBeNaN();
    expect(read('2.5', italian)).toBeNaN();
  });

  it('is never a number that wasn’t typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const number = parseTypedNumber(text, integerFormat);
        if (number === null || Number.isNaN(number)) return;
        expect(text.replace(/[\s,’'+]/g, '').replace(/^0+(?=\d)/, '')).toBe(String(number));
      }),
    );
  });
});

describe('a number with decimals', () => {
  it.each([
    ['2.5', 2.5],
    ['2,5', 2.5],
    ['2,', 2],
    [',5', 0.5],
    ['2,50', 2.5],
    ['1 200,5', 1200.5],
    [',', null],
    ['-', Number.NaN],
    ['2,55', Number.NaN],
    ['1.200,5', Number.NaN],
    ['1e-1', Number.NaN],
    // These are ambiguous: "1.000" is one or a thousand.
    ['1.000', Number.NaN],
    ['12,500', Number.NaN],
    ['0.500', 0.5],
  ])('“%s” is read as %s', (text, number) => {
    expect(parseTypedNumber(text, decimalFormat)).toBe(number);
  });

  it('can be negative if the field allows it', () => {
    const negativeFormat = { ...decimalFormat, allowsNegative: true };
    expect(parseTypedNumber('−4,5', negativeFormat)).toBe(-4.5);
    expect(parseTypedNumber('-', negativeFormat)).toBeNull();
  });

  it('is read with a decimal point or comma', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.constantFrom('.', ','),
        (tenths, decimal) => {
          const number = tenths / 10;
          const rules = {
            decimals: 1,
            allowsNegative: true,
            separators: { decimal, group: ' ' },
          } as const;
          expect(parseTypedNumber(formatTypedNumber(number, decimal), rules)).toBe(number);
        },
      ),
    );
  });

  it('has the decimals of its step', () => {
    expect([1, 0.5, 0.25, 10, 1e-7].map(countDecimals)).toEqual([0, 1, 2, 0, 7]);
    expect(roundTo(0.1 + 0.2, 1)).toBe(0.3);
  });
});

it.each(catalogueLanguages)('a number as formatted in %s is read back', (language) => {
  const separators = separatorsOf(language);
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (number) => {
      expect(parseTypedNumber(format.format(number), { ...integerFormat, separators })).toBe(
        number,
      );
      const rules = { decimals: 2, allowsNegative: false, separators };
      // "1,005" in English is a thousand and five.
      expect(parseTypedNumber(format.format(number / 100), rules)).toBe(number / 100);
    }),
  );
});
