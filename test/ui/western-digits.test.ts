import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toWesternDigits as toSchemaDigits } from '#schemas/western-digits.ts';
import { digitsIn, westernDigits } from '#src/ui/fields/western-digits.ts';

test.each([
  ['12 345', '12345'],
  ['１２３４５', '12345'],
  ['١٢٣٤٥', '12345'],
  ['۱۲۳۴۵', '12345'],
  ['१२३४५', '12345'],
  ['\u202a12\u200b345\u202c', '12345'],
  ['12\u00a0345', '12345'],
  ['12³45', '1245'],
  ['①2345', '2345'],
])('the digits of “%s” are %s', (text, digits) => {
  expect(digitsIn(text)).toBe(digits);
});

test('the digits of any text are only 0 to 9, and don’t change when read again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(digitsIn(text)).toMatch(/^\d*$/);
      expect(digitsIn(digitsIn(text))).toBe(digitsIn(text));
    }),
  );
});

test('digits are handled the same in fields and in schemas', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(westernDigits(text)).toBe(toSchemaDigits(text));
    }),
  );
});
