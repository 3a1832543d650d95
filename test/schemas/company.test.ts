import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changedFields,
  findCompanyType,
  isTaxFieldRequired,
  normaliseTaxNumber,
  taxFields,
  validateTaxNumber,
} from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';

const settingsWith = (flags: number, state: 0 | 1 | 2 = 0): RegionalSettings => ({
  region: 'PL',
  regions_id: 10,
  company_types: [
    {
      id: 1,
      name_translated: { en: 'Sole trader' },
      disclaimer_state: 0,
      declaration_state: 2,
      disclaimer_translated: {},
      declaration_translated: {},
    },
  ],
  flags,
  company_type_state: state,
  vat_field: { en: 'VAT' },
  company_id_field: { en: 'ID' },
});

/** Separators that people type between the parts of a number. */
const grouping = fc.constantFrom(' ', '-', '.', '\u00a0', '–', '\t');
const characters = fc.stringMatching(/^[A-Z0-9]{1,20}$/);

describe('a tax number', () => {
  test('is the same in any format', () => {
    fc.assert(
      fc.property(characters, fc.array(fc.tuple(fc.nat(20), grouping)), (number, gaps) => {
        const input = gaps.reduce(
          (text, [index, gap]) => text.slice(0, index) + gap + text.slice(index),
          number.toLowerCase(),
        );
        expect(normaliseTaxNumber(input)).toBe(number);
        expect(normaliseTaxNumber(normaliseTaxNumber(input))).toBe(number);
      }),
    );
  });

  test('is required by flag 1 for VAT and by flag 2 for the company id, and isn’t required by other flags', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 }), (flags) => {
        const settings = settingsWith(flags);
        expect(isTaxFieldRequired(settings, 'registration_number_2')).toBe(flags % 2 === 1);
        expect(isTaxFieldRequired(settings, 'registration_number')).toBe(
          [2, 3, 6, 7].includes(flags),
        );
      }),
    );
  });

  test('has at least 6 characters if it’s required; otherwise it can be any text or empty', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 7 }),
        fc.constantFrom(...taxFields),
        fc.oneof(characters, fc.stringMatching(/^[ .-]{0,5}$/)),
        (flags, field, input) => {
          const settings = settingsWith(flags);
          const { length } = normaliseTaxNumber(input);
          const isRequired = isTaxFieldRequired(settings, field);
          const expectedCode = length === 0 ? 'required' : length < 6 ? 'too_short' : null;
          expect(validateTaxNumber(settings, field, input)).toBe(isRequired ? expectedCode : null);
        },
      ),
    );
  });
});

describe('the changes of a form', () => {
  const values = fc.record({
    name: fc.string(),
    city: fc.string(),
    consent: fc.boolean(),
    number: fc.option(fc.string()),
  });

  test('turn the old values into the new ones, and contain no unchanged fields', () => {
    fc.assert(
      fc.property(values, values, (before, after) => {
        const changed = changedFields(before, after);
        expect({ ...before, ...changed }).toEqual(after);
        for (const [name, value] of Object.entries(changed)) {
          expect(value).not.toBe(before[name as keyof typeof before]);
        }
      }),
    );
  });

  test('don’t exist if no field was changed', () => {
    fc.assert(
      fc.property(values, (before) => {
        expect(changedFields(before, { ...before })).toEqual({});
      }),
    );
  });
});

test('a company’s type is one of its region’s, if the region has types', () => {
  expect(findCompanyType(settingsWith(0, 2), 1)?.id).toBe(1);
  expect(findCompanyType(settingsWith(0, 1), 1)?.id).toBe(1);
  expect(findCompanyType(settingsWith(0, 2), 9)).toBeUndefined();
  expect(findCompanyType(settingsWith(0, 2), null)).toBeUndefined();
  expect(findCompanyType(settingsWith(0, 0), 1)).toBeUndefined();
});
