import fc from 'fast-check';
import { getExampleNumber, type CountryCode } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { regionCodes } from '#schemas/regions.ts';
import { containsDialablePhone, findPhones } from '#schemas/find-phones.ts';

const numbersIn = (text: string) => findPhones(text).map(({ number }) => number);
const twoPhones = ['601234567', '602345678'];

describe('a text with several numbers', () => {
  test.each([
    '601 234 567 / 602 345 678',
    '601234567/602345678',
    '601 234 567, 602 345 678',
    '601 234 567; 602 345 678',
    '601-234-567 lub 602-345-678',
    '601.234.567 oder 602.345.678',
    '601 234 567 | 602 345 678',
    '601234567 602345678',
    '601 234 567 602 345 678',
    '601234567 - 602345678',
    'tel. 601 234 567, dom 602 345 678',
    '601 234 567\n602 345 678',
    '601234567 + 602345678',
    '601 234 567 (602 345 678)',
    '６０１ ２３４ ５６７／６０２ ３４５ ６７８',
    '601-234-567-602-345-678',
    '1) 601 234 567 2) 602 345 678',
    '1. 601234567, 2. 602345678',
    '①601234567 ②602345678',
    'tel:601234567 tel:602345678',
  ])('has two: %s', (text) => {
    expect(numbersIn(text)).toEqual(twoPhones);
  });

  test.each([
    '+48 601 234 567 602 345 678',
    '+48 601 234 567-602 345 678',
    '+48601234567 602345678',
  ])('can have the dial code in the first number only: %s', (text) => {
    expect(numbersIn(text)).toEqual(['+48601234567', '602345678']);
  });

  test('can have three numbers', () => {
    const three = [...twoPhones, '603456789'];
    expect(numbersIn('601 234 567 602 345 678 603 456 789')).toEqual(three);
    expect(numbersIn('601 234 567  602 345 678 603 456 789')).toEqual(three);
  });

  test('can have numbers of any country, in national and international format', () => {
    const example = (code: string) => getExampleNumber(code as CountryCode, examples);
    const format = fc.constantFrom('formatNational', 'formatInternational', 'number');
    const code = fc.constantFrom(...regionCodes);
    const gap = fc.constantFrom(' / ', ', ', '; ', ' | ', ' albo ', '\n');
    fc.assert(
      fc.property(code, code, format, gap, (first, second, form, separator) => {
        const texts = [first, second].map((name) => {
          const number = example(name);
          if (!number) throw new Error(`There is no example for ${name}.`);
          return form === 'number' ? number.number : number[form as 'formatNational']();
        });
        fc.pre(
          form !== 'formatNational' ||
            separator !== ' / ' ||
            texts.every((text) => !text.includes('/')),
        );
        expect(numbersIn(texts.join(separator))).toEqual(
          texts.map((text) => (text.startsWith('+') ? '+' : '') + text.replace(/\D/g, '')),
        );
      }),
    );
  });

  test.each([
    '021/123-456, 064/123-4567',
    '021/123-456 064/123-4567',
    '021/123-456; mob: 064/123-4567',
    '021/123-456 / 064/123-4567',
  ])('can have area codes followed by a slash: %s', (text) => {
    expect(numbersIn(text)).toEqual(['021123456', '0641234567']);
  });

  test('can have two alternative endings of one number', () => {
    expect(numbersIn('22 123 45 67/68')).toEqual(['221234567', '221234568']);
  });
});

describe('an extension', () => {
  test.each([
    ['wew. 12', '+48 22 123 45 67 wew. 12'],
    ['ext 12', '+48 22 123 45 67 ext 12'],
    ['x12', '+48 22 123 45 67x12'],
    ['#12', '+48 22 123 45 67 #12'],
    ['kl. 12', '+48 22 123 45 67, kl. 12'],
    ['вн. 12', '+48 22 123 45 67 вн. 12'],
    ['(mellék: 12)', '+48 22 123 45 67 (mellék: 12)'],
    ['dahili 12345', '+48 22 123 45 67 dahili 12345'],
    ['12', '+48 22 123 45 67,12'],
    ['po 16', '+48 22 123 45 67 po 16'],
    ['(12)', '+48 22 123 45 67 (12)'],
    ['8-16', '+48 22 123 45 67 8-16'],
    ['(8-16)', '+48 22 123 45 67 (8-16)'],
    ['8:00-16:00', '+48 22 123 45 67 8:00-16:00'],
    ['12', '+48 22 123 45 67 - 12'],
    ['12', '+48 22 123 45 67-12'],
    ['12 mellék', '+48 22 123 45 67 / 12 mellék'],
    ['(12-es mellék)', '+48 22 123 45 67 (12-es mellék)'],
    ['2x', '+48 22 123 45 67 2x'],
  ])('%s is shown but not dialled', (extension, text) => {
    const [phone, ...others] = findPhones(text);
    expect(others).toEqual([]);
    expect(phone?.number).toBe('+48221234567');
    expect(phone?.text).toBe(`+48 22 123 45 67 ${extension}`);
  });

  test('belongs to the number before it', () => {
    expect(findPhones('22 123 45 67 wew. 12 / 602 345 678')).toEqual([
      { number: '221234567', text: '22 123 45 67 wew. 12', note: ' wew. 12' },
      { number: '602345678', text: '602 345 678', note: '' },
    ]);
  });
});

describe('a range of lines', () => {
  test.each([
    ['22 123 45 67-69', '221234567'],
    ['22 123 45 67–69', '221234567'],
    ['22 123 45 67 - 69', '221234567'],
    ['22 123-45-67-69', '221234567'],
    ['22 1234567..69', '221234567'],
    ['(22) 123 45 67-70', '221234567'],
    ['22 123 45 67-9', '221234567'],
    ['+48 22 123 45 67-69', '+48221234567'],
    ['+48 22 123 45 67-9', '+48221234567'],
    ['0212 123 45 67-68', '02121234567'],
    ['8 044 123 45 67-69', '80441234567'],
    ['601 234 567-569', '601234567'],
    ['+48 601 234 567-569', '+48601234567'],
  ])('%s is shown in full, and dials the first line', (text, number) => {
    expect(numbersIn(text)).toEqual([number]);
    expect(findPhones(text)[0]?.text.replace(/\D/g, '')).toBe(text.replace(/\D/g, ''));
  });

  test.each([
    ['0212 123 45-67', '02121234567'],
    ['48 22 123 45-50', '48221234550'],
    ['8-029-123-45-67', '80291234567'],
    ['+380 44 123-45-60', '+380441234560'],
    ['22 123-45-67', '221234567'],
    ['381 63 123-456', '38163123456'],
    ['601-234-567', '601234567'],
  ])('isn’t found in %s', (text, number) => {
    expect(numbersIn(text)).toEqual([number]);
  });
});

test.each([
  ['601 234 567 w godz. 8.00-16.00', '601234567'],
  ['601 234 567 (8.00 - 16.00)', '601234567'],
  ['tel. 601 234 567 od 2026-05-12', '601234567'],
  ['601 234 567, 12.05.2026', '601234567'],
])('hours and days are not dialled: %s', (text, number) => {
  expect(numbersIn(text)).toEqual([number]);
});

test.each([
  ['tel:+48501234567', '+48501234567'],
  ['tel:+48-22-123-45-67;ext=12', '+48221234567'],
  ['601‧234‧567', '601234567'],
  ['601⋅234⋅567', '601234567'],
  ['601・234・567', '601234567'],
  ['601 • 234 • 567', '601234567'],
  ['601|234|567', '601234567'],
  ['601,234,567', '601234567'],
  ["601'234'567", '601234567'],
  ['+48 0 22 123 45 67', '+48221234567'],
  ['+36 (06) 30 123 4567', '+36301234567'],
  ['+36 06 30 123 4567', '+36301234567'],
  ['+370 8 612 34567', '+37061234567'],
  ['+370 (8) 612 34567', '+37061234567'],
  ['+370 800 12345', '+37080012345'],
  ['+380 (0)67 123 45 67', '+380671234567'],
  ['+39 06 1234567', '+39061234567'],
  ['\u202a+48 501 234 567\u202c', '+48501234567'],
  ['(+48) 501 234 567', '+48501234567'],
  ['+386 (0)41 234 567', '+38641234567'],
  ['+39 (0)6 1234 5678', '+390612345678'],
  ['021/123-4567', '0211234567'],
  ['+381 63/123-4567', '+381631234567'],
  ['601–234−567', '601234567'],
  ['0048 501 234 567', '0048501234567'],
  ['+ 48 501 234 567', '+48501234567'],
  ['601·234·567', '601234567'],
  ['601_234_567', '601234567'],
  ['+380 44 123-45-67', '+380441234567'],
  ['0212 123 45-67', '02121234567'],
  ['112', '112'],
])('%s is the number %s', (text, number) => {
  expect(numbersIn(text)).toEqual([number]);
});

test.each(['', ' ', '\u200b', 'none', 'call after 5'])('“%s” has no number', (text) => {
  expect(findPhones(text)).toEqual([]);
});

test('a found number has only digits, after an optional plus sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const { number } of findPhones(text)) expect(number).toMatch(/^\+?\d+$/);
    }),
  );
});

test.each(['+48 601 234 567', 'Tel. 601 234 567, wew. 12', '19 191', '601 234 567 / 602 345 678'])(
  '“%s” can be printed as a phone number',
  (text) => expect(containsDialablePhone(text)).toBe(true),
);

test.each(['', '\u200b', 'none', 'x', '112', '12-34', '@', '1'.repeat(18)])(
  '“%s” is not printed as a phone number',
  (text) => expect(containsDialablePhone(text)).toBe(false),
);
