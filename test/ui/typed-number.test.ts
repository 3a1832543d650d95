import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimalsOf, readNumber, roundTo, typedNumber, writeNumber } from '#src/ui/typed-number.ts';

const whole = { decimals: 0, negative: false, decimalSign: '.' } as const;
const halves = { decimals: 1, negative: false, decimalSign: ',' } as const;

describe('a number as it is typed', () => {
  it.each([
    [whole, '12', '12'],
    [whole, '-1 200', '1200'],
    [whole, '1.200', '1200'],
    [halves, '2.5', '2,5'],
    [halves, '2,', '2,'],
    [halves, '2,55', '2,5'],
    [halves, ',5', ',5'],
    [{ ...whole, negative: true }, '−4', '-4'],
    [whole, 'abc', ''],
  ])('with %o: %s stands as %s', (rules, text, stands) => {
    expect(typedNumber(text, rules)).toBe(stands);
  });

  it('is read as it is written, by point and by comma', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e6, max: 1e6 }),
        fc.constantFrom('.', ','),
        (tenths, sign) => {
          const number = tenths / 10;
          const text = writeNumber(number, sign);
          const rules = { decimals: 1, negative: true, decimalSign: sign };
          expect(readNumber(typedNumber(text, rules))).toBe(number);
        },
      ),
    );
  });

  it.each([
    ['', null],
    ['-', null],
    [',', null],
    ['0,5', 0.5],
  ])('%s is read as %s', (typed, number) => {
    expect(readNumber(typed)).toBe(number);
  });

  it('has the decimals of its step', () => {
    expect([1, 0.5, 0.25, 10, 1e-7].map(decimalsOf)).toEqual([0, 1, 2, 0, 7]);
    expect(roundTo(0.1 + 0.2, 1)).toBe(0.3);
  });
});
