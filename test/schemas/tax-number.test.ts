import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RegionCode, regionCodes } from '#schemas/regions.ts';
import { taxNumberKey } from '#schemas/tax-number.ts';

/** A number of each country, and other spellings of it. */
const examples: Readonly<Record<RegionCode, readonly [string, ...string[]]>> = {
  BA: ['4200123450006', 'JIB: 4200123450006', 'ba 4200 1234 50006'],
  BG: ['175074752', 'BG175074752', 'ЕИК 175 074 752', 'bg-175.074.752'],
  HR: ['33392005961', 'HR33392005961', 'OIB: 33392005961'],
  CZ: ['25123891', 'CZ25123891', 'DIČ: CZ 251 238 91', 'ičo 25123891', 'dic cz25123891'],
  EE: ['100931558', 'EE100931558', 'KMKR EE 100 931 558'],
  HU: ['12345676', 'HU12345676', '12345676-2-42', 'adószám: 12345676−2−42', 'hu 12345676242'],
  IT: ['00743110157', 'IT00743110157', 'P.IVA 00743110157', 'p. iva it 007 431 101 57'],
  LT: ['119511515', 'LT119511515', 'lt 119-511-515'],
  LV: ['40003521600', 'LV40003521600', 'lv 4000 3521 600'],
  PL: ['5291521593', 'PL5291521593', '529-152-15-93', 'NIP: PL 529 152 15 93', '529/152/15/93'],
  RO: ['18547290', 'RO18547290', 'CUI RO 18547290', 'cif: 18.547.290'],
  RS: ['101134702', 'RS101134702', 'PIB 101134702', 'ПИБ: 101 134 702'],
  SK: ['2022749619', 'SK2022749619', 'IČ DPH: SK 2022 749 619', 'DIČ 2022749619'],
  SI: ['50223054', 'SI50223054', 'DŠ: SI 50 22 30 54', 'ID 50223054'],
  TR: ['1234567890', 'TR1234567890', 'VKN 123 456 7890'],
  UA: ['12345678', 'UA12345678', 'ЄДРПОУ 12345678', 'єдрпоу: 1234 5678'],
};
const decorations = [
  ' ',
  '\u00a0',
  '\u2009',
  '\t',
  '-',
  '–',
  '—',
  '−',
  '‑',
  '.',
  '/',
  ',',
  ':',
  '_',
  '\u200b',
  '\u200e',
  '\u202a',
  '\u202c',
  '\u2066',
  '\ufeff',
  '\u00ad',
  '\u2060',
];

describe.each(regionCodes)('a tax number of %s', (region) => {
  const [number, ...others] = examples[region];

  test('is the same in any notation', () => {
    for (const other of others) expect(taxNumberKey(other, region)).toBe(number);
  });

  test('is the same with any separators between, before and after its characters', () => {
    const gaps = fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...decorations)));
    fc.assert(
      fc.property(
        fc.constantFrom(...examples[region]),
        gaps,
        fc.boolean(),
        (text, insertions, isLowercase) => {
          const input = insertions.reduce(
            (text, [index, character]) => text.slice(0, index) + character + text.slice(index),
            isLowercase ? text.toLowerCase() : text.toUpperCase(),
          );
          expect(taxNumberKey(input, region)).toBe(number);
        },
      ),
    );
  });

  test('doesn’t change when normalised again', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[A-Z]{0,6}\d*$/)),
        (text) => {
          const key = taxNumberKey(text, region);
          expect(taxNumberKey(key, region)).toBe(key);
        },
      ),
    );
  });
});

test.each([
  ['PL', 'NIP UE: PL5291521593', '5291521593'],
  ['PL', 'numer NIP: 529-152-15-93', '5291521593'],
  ['HU', 'közösségi adószám: HU12345678', '12345678'],
  ['IT', 'codice fiscale e P.IVA IT 00743110157', '00743110157'],
  ['LT', 'PVM mokėtojo kodas: LT119511515', '119511515'],
  ['LV', 'PVN reģ. Nr. LV40003521600', '40003521600'],
  ['EE', 'KMKR nr EE100931558', '100931558'],
  ['RO', 'cod fiscal RO18547290', '18547290'],
  ['BG', 'ИН по ЗДДС № BG175074752', '175074752'],
  ['HR', 'PDV ID: HR33392005961', '33392005961'],
  ['SI', 'ID št. za DDV: SI50223054', '50223054'],
  ['RS', 'РС101134702', '101134702'],
  ['BA', 'ЈИБ: 4200123450006', '4200123450006'],
  ['TR', 'Vergi Kimlik No: 123 456 7890', '1234567890'],
  ['UA', 'Код за ЄДРПОУ: 12345678', '12345678'],
  ['UA', 'ИНН 1234567890', '1234567890'],
  ['PL', '529-152-15-93 (NIP)', '5291521593'],
  ['PL', 'TIN PL5291521593', '5291521593'],
  ['CZ', 'IČO 25123891, DIČ CZ25123891', '25123891'],
  ['SK', 'IČ: 2022749619', '2022749619'],
  ['HU', '12345676-2-42 / HU12345676', '12345676'],
  ['LT', 'Į.k. 119511515', '119511515'],
  ['EE', 'Reg. nr 100931558', '100931558'],
  ['RO', 'R 18547290', '18547290'],
  ['RO', 'C.F. RO18547290', '18547290'],
  ['BG', 'ИН BG175074752', '175074752'],
  ['HR', 'MB: 33392005961', '33392005961'],
  ['SI', 'DDV: SI50223054', '50223054'],
  ['SI', 'MŠ 50223054', '50223054'],
  ['RS', 'PDV br. RS101134702', '101134702'],
  ['TR', 'T.C. 1234567890', '1234567890'],
  // With Cyrillic letters that look like Latin ones.
  ['BG', 'ВG175074752', '175074752'],
  ['RS', 'РС 101134702', '101134702'],
  ['UA', 'IПН 1234567890', '1234567890'],
  ['EE', 'ЕЕ100931558', '100931558'],
] as const)('a tax number of %s is found beside its label: %s', (region, text, number) => {
  expect(taxNumberKey(text, region)).toBe(number);
});

test('different numbers stay different', () => {
  expect(taxNumberKey('RSSMRA85T10A562S', 'IT')).toBe('RSSMRA85T10A562S');
  expect(taxNumberKey('AA123456', 'UA')).not.toBe(taxNumberKey('BB123456', 'UA'));
  expect(taxNumberKey('CZ25123891', 'PL')).toBe('CZ25123891');
  expect(taxNumberKey('01-09-123456', 'HU')).toBe('0109123456');
  expect(taxNumberKey('NL123456789B01', 'PL')).toBe('NL123456789B01');
  expect(taxNumberKey('ATU12345678', 'SI')).toBe('ATU12345678');
  expect(taxNumberKey('NIP 5291521593, REGON 123456785', 'PL')).not.toBe('5291521593');
});

test('full-width digits and digits of other scripts count as digits', () => {
  expect(taxNumberKey('ＰＬ５２９１５２１５９３', 'PL')).toBe('5291521593');
  expect(taxNumberKey('٥٢٩١٥٢١٥٩٣', 'PL')).toBe('5291521593');
});

test('a text of separators only contains no number', () => {
  for (const region of regionCodes) expect(taxNumberKey(' \u200b-/. \u202a', region)).toBe('');
});
