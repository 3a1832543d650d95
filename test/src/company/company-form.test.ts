import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { RegionalSettings } from '#schemas/configuration.ts';
import type { Company } from '#schemas/installer.ts';
import {
  toCompanyChanges,
  toCompanyForm,
  companyFormSchema,
  toCompanyTypeChanges,
  type CompanyForm,
} from '#src/features/company/company-form.ts';

const company = (changes: Partial<Company> = {}): Company => ({
  uuid: '0199a1b2-0000-7000-8000-000000000002',
  id: 1,
  active: 1,
  name: 'Střechy',
  registration_number: '27604411',
  registration_number_2: 'CZ27604411',
  company_type: 2,
  disclaimer_accepted: true,
  declaration_accepted: true,
  address: 'Tesařská 8',
  postal_code: '602 00',
  city: 'Brno',
  regions_id: 4,
  is_recommended: false,
  accepts_leads: 1,
  availability: 1,
  has_edenred_card: 0,
  edenred_card: null,
  crm_customer_id: null,
  ...changes,
});
type State = 0 | 1 | 2;
const settings = (
  flags: number,
  typeState: State = 2,
  declarationState: State = 2,
): RegionalSettings => ({
  region: 'CZ',
  regions_id: 4,
  company_types: [1, 2].map((id) => ({
    id,
    name_translated: { en: `Type ${id}` },
    disclaimer_state: declarationState,
    declaration_state: declarationState,
    disclaimer_translated: {},
    declaration_translated: {},
  })),
  flags,
  company_type_state: typeState,
  vat_field: { en: 'DIČ' },
  company_id_field: { en: 'IČO' },
});

/** Validation problems by field. */
function problems(rules: RegionalSettings, before: Company, changes: Partial<CompanyForm>) {
  const form = { ...toCompanyForm(before), ...changes };
  const { issues = [] } = v.safeParse(companyFormSchema(rules, before), form);
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue), issue.message]));
}

describe('the company’s form', () => {
  test('doesn’t allow clearing name and address, but accepts fields that were already empty', () => {
    const fields = ['name', 'address', 'postal_code', 'city'] as const;
    fc.assert(
      fc.property(fc.constantFrom(...fields), fc.stringMatching(/^ {0,5}$/), (field, blank) => {
        expect(problems(settings(3), company(), { [field]: blank })).toEqual({
          [field]: 'required',
        });
        const before = company({ [field]: '' });
        expect(problems(settings(3), before, { [field]: blank })).toEqual({});
      }),
    );
  });

  test('requires the tax numbers set by the region’s flags', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7 }), (flags) => {
        const formProblems = problems(settings(flags), company(), {
          registration_number: '',
          registration_number_2: '',
        });
        expect(formProblems).toEqual({
          ...((flags & 2) !== 0 && { registration_number: 'required' }),
          ...((flags & 1) !== 0 && { registration_number_2: 'required' }),
        });
      }),
    );
  });

  test('requires 6 characters for a new number, and accepts an unchanged shorter one', () => {
    const short = { registration_number: '12 3-4.5' };
    expect(problems(settings(3), company(), short)).toEqual({ registration_number: 'too_short' });
    expect(problems(settings(3), company({ registration_number: '12345' }), {})).toEqual({});
    expect(problems(settings(0), company(), short)).toEqual({});
  });

  test('requires a type if the region does, and the acceptances that the type requires', () => {
    const withoutType = company({ company_type: null });
    expect(problems(settings(3), withoutType, {})).toEqual({ company_type: 'required' });
    expect(problems(settings(3, 1), withoutType, {})).toEqual({});
    const otherChoice = {
      company_type: '1',
      disclaimer_accepted: false,
      declaration_accepted: false,
    };
    expect(problems(settings(3), company(), otherChoice)).toEqual({
      disclaimer_accepted: 'required',
      declaration_accepted: 'required',
    });
    expect(problems(settings(3, 2, 1), company(), otherChoice)).toEqual({});
    // A region without company types requires no type.
    expect(problems(settings(3, 0), company(), otherChoice)).toEqual({});
  });

  test('sends only changes, with each number in its stored format', () => {
    const before = company();
    expect(toCompanyChanges(before, toCompanyForm(before))).toEqual({});
    expect(toCompanyTypeChanges(before, toCompanyForm(before))).toBeNull();
    const form = {
      ...toCompanyForm(before),
      city: ' Olomouc ',
      registration_number: '276 04 411',
      registration_number_2: 'cz 1.2-3',
    };
    expect(toCompanyChanges(before, form)).toEqual({
      city: 'Olomouc',
      registration_number_2: 'CZ123',
    });
    expect(toCompanyChanges(before, { ...form, registration_number_2: ' - ' })).toMatchObject({
      registration_number_2: null,
    });
    expect(
      toCompanyTypeChanges(before, { ...form, company_type: '1', disclaimer_accepted: false }),
    ).toEqual({ company_type: 1, disclaimer_accepted: false, declaration_accepted: true });
  });
});
