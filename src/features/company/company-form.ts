import * as v from 'valibot';
import type { CompanyChanges } from '#schemas/api/account-calls.ts';
import {
  changedFields,
  findCompanyType,
  normaliseTaxNumber,
  requirements,
  type TaxField,
  validateTaxNumber,
} from '#schemas/company.ts';
import type { RegionalSettings } from '#schemas/configuration.ts';
import type { Company } from '#schemas/installer.ts';
import { isPrintable } from '#schemas/printable.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';

/** Form of /company/edit. `company_type` is empty until one is chosen. */
export interface CompanyForm extends Record<string, unknown> {
  name: string;
  address: string;
  postal_code: string;
  city: string;
  registration_number: string;
  registration_number_2: string;
  company_type: string;
  disclaimer_accepted: boolean;
  declaration_accepted: boolean;
}

/** Validation codes. */
export type CompanyProblem = 'required' | 'too_short' | 'too_long' | 'unprintable';

export function toCompanyForm(company: Company): CompanyForm {
  return {
    name: company.name,
    address: company.address,
    postal_code: company.postal_code,
    city: company.city,
    registration_number: company.registration_number ?? '',
    registration_number_2: company.registration_number_2 ?? '',
    company_type: company.company_type === null ? '' : String(company.company_type),
    disclaimer_accepted: company.disclaimer_accepted,
    declaration_accepted: company.declaration_accepted,
  };
}

/**
 * Returns the form's schema (spec 1 §5). The name and the address can't be cleared. The region decides whether the tax
 * numbers, the company type and the type's acceptances are required. An unchanged value passes even if it's too short,
 * unprintable or empty, unless the region requires the value.
 */
export function companyFormSchema(settings: RegionalSettings, company: Company) {
  const savedForm = toCompanyForm(company);
  const text = (field: 'name' | 'address' | 'postal_code' | 'city', maxLength: number) =>
    v.pipe(
      v.string(),
      v.transform(normaliseLine),
      v.check((value) => value !== '' || value === savedForm[field], problem('required')),
      v.check((value) => value.length <= maxLength, problem('too_long')),
      v.check((value) => value === savedForm[field] || isPrintable(value), problem('unprintable')),
    );
  const taxNumber = (field: TaxField) => {
    const findProblem = (value: string) => {
      const foundProblem = validateTaxNumber(settings, field, value);
      return foundProblem === 'too_short' && normaliseLine(value) === savedForm[field]
        ? null
        : foundProblem;
    };
    return v.pipe(
      v.string(),
      v.check((value) => findProblem(value) !== 'required', problem('required')),
      v.check((value) => findProblem(value) !== 'too_short', problem('too_short')),
      v.check((value) => normaliseTaxNumber(value).length <= 32, problem('too_long')),
    );
  };
  const selectedType = (form: { company_type: string }) => findCompanyType(settings, typeId(form));
  const isTypeRequired = settings.company_type_state === requirements.required;
  return v.pipe(
    v.object({
      name: text('name', 160),
      address: text('address', 200),
      postal_code: text('postal_code', 16),
      city: text('city', 80),
      registration_number: taxNumber('registration_number'),
      registration_number_2: taxNumber('registration_number_2'),
      company_type: v.pipe(
        v.string(),
        v.check((id) => id !== '' || !isTypeRequired, problem('required')),
      ),
      disclaimer_accepted: v.boolean(),
      declaration_accepted: v.boolean(),
    }),
    v.forward(
      v.partialCheck(
        [['company_type'], ['disclaimer_accepted']],
        (form) => form.disclaimer_accepted || !isRequired(selectedType(form)?.disclaimer_state),
        problem('required'),
      ),
      ['disclaimer_accepted'],
    ),
    v.forward(
      v.partialCheck(
        [['company_type'], ['declaration_accepted']],
        (form) => form.declaration_accepted || !isRequired(selectedType(form)?.declaration_state),
        problem('required'),
      ),
      ['declaration_accepted'],
    ),
  );
}

function isRequired(state: number | undefined): boolean {
  return state === requirements.required;
}

/** Returns the code as a validation message. The code's type guarantees that the screen can translate it. */
function problem(code: CompanyProblem): CompanyProblem {
  return code;
}

/** Returns the changed company details only. */
export function toCompanyChanges(company: Company, form: CompanyForm): CompanyChanges {
  const normalise = (values: CompanyForm) => ({
    name: normaliseLine(values.name),
    address: normaliseLine(values.address),
    postal_code: normaliseLine(values.postal_code),
    city: normaliseLine(values.city),
    registration_number: normaliseTaxNumber(values.registration_number) || null,
    registration_number_2: normaliseTaxNumber(values.registration_number_2) || null,
  });
  return changedFields(normalise(toCompanyForm(company)), normalise(form));
}

/**
 * Returns the company type and the acceptances if one of them has changed; null if none has, or if no type is chosen.
 */
export function toCompanyTypeChanges(company: Company, form: CompanyForm) {
  const typeFields = {
    company_type: typeId(form),
    disclaimer_accepted: form.disclaimer_accepted,
    declaration_accepted: form.declaration_accepted,
  };
  const changedValues = changedFields(
    {
      company_type: company.company_type,
      disclaimer_accepted: company.disclaimer_accepted,
      declaration_accepted: company.declaration_accepted,
    },
    typeFields,
  );
  const { company_type: id, ...acceptances } = typeFields;
  return id === null || Object.keys(changedValues).length === 0
    ? null
    : { company_type: id, ...acceptances };
}

function typeId(form: { company_type: string }): number | null {
  return form.company_type === '' ? null : Number(form.company_type);
}
