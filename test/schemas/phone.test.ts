import fc from 'fast-check';
import { getExampleNumber, type CountryCode } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { validatePhone, isTestPhone, normaliseTestPhone, typedPhone } from '#schemas/phone.ts';
import { regionCodes, regions } from '#schemas/regions.ts';
import { loadPhoneParser } from '#src/data/text/load-phone-parser.ts';

const parse = await loadPhoneParser();

describe('a phone number', () => {
  test.each(regions)(
    'of $code is accepted in national and international format',
    ({ code, dialCode }) => {
      const example = getExampleNumber(code as CountryCode, examples);
      if (!example) throw new Error(`There is no example for ${code}.`);
      const checked = { ok: true, phone: example.number };
      expect(example.number.startsWith(dialCode)).toBe(true);
      expect(validatePhone(example.formatNational(), code, parse)).toEqual(checked);
      expect(validatePhone(example.formatInternational(), code, parse)).toEqual(checked);
    },
  );

  test('is the same in any grouping', () => {
    const signs = [
      ' ',
      '-',
      '.',
      '/',
      '–',
      '\u00a0',
      '−',
      '‑',
      '\u200b',
      '\u202a',
      '\ufe0f',
      '\u2066',
    ];
    const separators = fc.array(fc.constantFrom(...signs), {
      minLength: 9,
      maxLength: 9,
    });
    fc.assert(
      fc.property(separators, (gaps) => {
        const input = [...'512345678'].map((digit, index) => digit + gaps[index]).join('');
        expect(validatePhone(input, 'PL', parse)).toEqual({ ok: true, phone: '+48512345678' });
      }),
    );
  });

  test('of another country is never accepted', () => {
    const countries = fc.tuple(fc.constantFrom(...regionCodes), fc.constantFrom(...regionCodes));
    fc.assert(
      fc.property(countries, ([first, second]) => {
        fc.pre(first !== second);
        const example = getExampleNumber(second as CountryCode, examples);
        expect(validatePhone(example?.number ?? '', first, parse).ok).toBe(false);
      }),
    );
  });

  test('is either rejected or accepted in international format, for any input', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...regions), (input, { code, dialCode }) => {
        const checked = validatePhone(input, code, parse);
        const form = new RegExp(`^\\${dialCode}\\d{5,13}$`);
        expect(!checked.ok || form.test(checked.phone)).toBe(true);
      }),
    );
  });

  test.each([
    ['512 345 67x', 'phone_letters'],
    ['abc', 'phone_short'],
    ['1234', 'phone_short'],
    ['12345', 'phone_invalid'],
  ])('is invalid as %s: %s', (input, problem) => {
    expect(validatePhone(input, 'PL', parse)).toEqual({ ok: false, problem });
  });
});

describe('a typed or pasted number', () => {
  test.each([
    ['PL', '\u202a+48 501 234 567\u202c', '+48501234567'],
    ['PL', '٠٠٤٨ ٥٠١ ٢٣٤ ٥٦٧', '+48501234567'],
    ['PL', '＋４８　５０１－２３４－５６７', '+48501234567'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['IT', '+39 (0)6 1234 5678', '+390612345678'],
    ['PL', '+48 (0) 501 234 567', '+48501234567'],
    ['SI', '(+386) (0)41 234 567', '+38641234567'],
    ['HU', '06 30 123 4567', '+36301234567'],
    ['LT', '8 612 34567', '+37061234567'],
    ['LT', '0 612 34567', '+37061234567'],
    ['UA', '00380 67 123 45 67', '+380671234567'],
    ['TR', '0 (532) 123 45 67', '+905321234567'],
    ['PL', 'tel:+48-501-234-567', '+48501234567'],
    ['PL', 'Tel. 501 234 567', '+48501234567'],
    ['UA', 'тел.: 067 123 45 67', '+380671234567'],
    ['PL', '501·234·567', '+48501234567'],
    ['PL', '501 • 234 • 567', '+48501234567'],
    ['PL', '501‧234⋅567', '+48501234567'],
    ['PL', "501'234’567", '+48501234567'],
    ['PL', '501_234_567', '+48501234567'],
    ['PL', '[+48] 501 234 567', '+48501234567'],
    // With an obsolete trunk prefix, or the country code twice.
    ['PL', '0 501 234 567', '+48501234567'],
    ['PL', '0-22-123-45-67', '+48221234567'],
    ['PL', '+48 0501 234 567', '+48501234567'],
    ['PL', '++48 501 234 567', '+48501234567'],
    ['PL', '+0048 501 234 567', '+48501234567'],
    ['PL', '+48 48 501 234 567', '+48501234567'],
    ['CZ', '0 601 234 567', '+420601234567'],
    ['SK', '+421 0905 123 456', '+421905123456'],
    ['UA', '8 067 123 45 67', '+380671234567'],
    ['UA', '8 10 380 67 123 45 67', '+380671234567'],
    ['LV', '8 21234567', '+37121234567'],
    ['EE', '8 5123 4567', '+37251234567'],
    ['EE', '+372 0 5123 4567', '+37251234567'],
    ['LT', '+370 (8) 612 34567', '+37061234567'],
    ['HU', '+36 (06) 30 123 4567', '+36301234567'],
    ['IT', '+39 (0)333 123 4567', '+393331234567'],
  ] as const)('of %s is understood as %s', (region, input, phone) => {
    expect(validatePhone(input, region, parse)).toEqual({ ok: true, phone });
    expect(v.is(typedPhone, input)).toBe(true);
  });

  test.each([
    ['PL', '7501234567'],
    ['PL', '00501234567'],
    ['PL', '+420 0 601 234 567'],
    ['PL', '501 234 567 8'],
    ['UA', '0 0671234567'],
    ['LT', '00 8 612 34567'],
  ] as const)('of %s is rejected if it is invalid: %s', (region, input) => {
    expect(validatePhone(input, region, parse).ok).toBe(false);
  });

  test.each(['501 234 567 x12', 'abc', '12 34', '+', '', '601234567/602345678'])(
    'can’t be used to sign in as %s',
    (input) => {
      expect(v.is(typedPhone, input)).toBe(false);
    },
  );
});

test('the test pattern has twelve digits that start with nine 9s', () => {
  expect(['999999999123', '+999999999123'].every(isTestPhone)).toBe(true);
  expect(['99999999912', '9999999991234', '999999998123'].some(isTestPhone)).toBe(false);
});

test('a test phone number is the same in any grouping', () => {
  expect(normaliseTestPhone('999 999–999 \u200b123')).toBe('+999999999123');
  expect(normaliseTestPhone('501 234 567')).toBeNull();
});
