import * as v from 'valibot';
import type { BodyOf } from '#schemas/api/call.ts';
import {
  normaliseTaxNumber,
  taxFields,
  validateTaxNumber,
  type TaxField,
} from '#schemas/company.ts';
import type { companyCalls } from '#schemas/operator/company-calls.ts';
import { normaliseLine } from '#schemas/normalise-text.ts';
import { isPrintable } from '#schemas/printable.ts';
import type { EditedRecord } from '#console/parts/record/use-record-form.ts';
import type { CompanyFile } from './company-texts.ts';

/** Form values of a company's details. */
export type CompanyValues = Record<'name' | 'address' | 'postal_code' | 'city' | TaxField, string>;

/** Codes of the reasons why a value is invalid. */
export type CompanyProblem = 'required' | 'too_short' | 'too_long' | 'unprintable';
const problem = (code: CompanyProblem): CompanyProblem => code;

export const toEditedCompany = (company: CompanyFile): EditedRecord<CompanyValues> => ({
  rev: company.rev,
  values: {
    name: company.name,
    address: company.address,
    postal_code: company.postal_code,
    city: company.city,
    registration_number: company.registration_number ?? '',
    registration_number_2: company.registration_number_2 ?? '',
  },
});

/**
 * Returns a schema that applies the country's rules, as the app does. Values that the operator hasn't changed are
 * accepted even if they break these rules.
 */
export function companySchema(company: CompanyFile): v.GenericSchema<CompanyValues> {
  const { values } = toEditedCompany(company);
  const text = (field: keyof CompanyValues, maxLength: number) =>
    v.pipe(
      v.string(),
      v.transform(normaliseLine),
      v.check((value) => value !== '' || value === values[field], problem('required')),
      v.check((value) => value.length <= maxLength, problem('too_long')),
      v.check((value) => value === values[field] || isPrintable(value), problem('unprintable')),
    );
  const taxNumber = (field: TaxField) => {
    const taxProblem = (value: string) => {
      if (value === values[field] || company.settings === null) return null;
      return validateTaxNumber(company.settings, field, value);
    };
    return v.pipe(
      v.string(),
      v.check((value) => taxProblem(value) !== 'required', problem('required')),
      v.check((value) => taxProblem(value) !== 'too_short', problem('too_short')),
      v.check((value) => normaliseTaxNumber(value).length <= 32, problem('too_long')),
    );
  };
  return v.object({
    name: text('name', 160),
    address: text('address', 200),
    postal_code: text('postal_code', 16),
    city: text('city', 80),
    registration_number: taxNumber('registration_number'),
    registration_number_2: taxNumber('registration_number_2'),
  });
}

/** Changed fields in the server's format; a cleared number is null. */
export function companyChanges(
  changes: Partial<CompanyValues>,
): Omit<BodyOf<typeof companyCalls.editCompany>, 'rev' | 'why'> {
  const numbers = taxFields.flatMap((field) =>
    changes[field] === undefined ? [] : [[field, changes[field].trim() || null] as const],
  );
  return { ...changes, ...Object.fromEntries(numbers) };
}
