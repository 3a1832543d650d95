import type { RegionalSettings } from './configuration.ts';

/** `flags` of a region (spec 1 §5). */
const regionFlags = { vatRequired: 1, companyIdRequired: 2, warranty: 4 } as const;

/** Values of `company_type_state` and of the disclaimer and declaration states (spec 1 §9). */
export const requirements = { disabled: 0, optional: 1, required: 2 } as const;

/** Minimum lengths when a company registers (spec 1 §5). */
export const MIN_COMPANY_NAME = 4;
export const MIN_TAX_NUMBER = 6;
export const MIN_STREET = 4;
export const MIN_HOUSE_NUMBER = 1;
export const MIN_POSTAL_CODE = 1;
export const MIN_CITY = 2;

/** Wire names of a company's two registration numbers. */
export const taxFields = ['registration_number', 'registration_number_2'] as const;
export type TaxField = (typeof taxFields)[number];

/**
 * Normalises a tax number for storing and displaying: upper case, without spaces, dots, dashes and invisible
 * characters. To compare two numbers, use `taxNumberKey` in tax-number.ts.
 */
export function normaliseTaxNumber(input: string): string {
  return input
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}/]/gu, '');
}

/** True if the region requires this number. Flag 1 requires the VAT number, and flag 2 requires the company id. */
export function isTaxFieldRequired(settings: RegionalSettings, field: TaxField): boolean {
  const flag =
    field === 'registration_number' ? regionFlags.companyIdRequired : regionFlags.vatRequired;
  return (settings.flags & flag) !== 0;
}

/** Validates a typed tax number (spec 1 §5: at least 6 characters if required, otherwise it may be empty). */
export function validateTaxNumber(
  settings: RegionalSettings,
  field: TaxField,
  input: string,
): 'required' | 'too_short' | null {
  const number = normaliseTaxNumber(input);
  const isRequired = isTaxFieldRequired(settings, field);
  if (number === '') return isRequired ? 'required' : null;
  return isRequired && number.length < MIN_TAX_NUMBER ? 'too_short' : null;
}

export type CompanyTypeSettings = RegionalSettings['company_types'][number];

/** Finds the settings of a company type; undefined if the region doesn't have it. */
export function findCompanyType(
  settings: RegionalSettings,
  id: number | null,
): CompanyTypeSettings | undefined {
  if (settings.company_type_state === requirements.disabled) return undefined;
  return settings.company_types.find((type) => type.id === id);
}

/** True if the company type requires an acceptance that is missing. Without a type, nothing is required. */
export function isAcceptanceMissing(
  type: CompanyTypeSettings | undefined,
  acceptance: 'disclaimer' | 'declaration',
  isAccepted: boolean,
): boolean {
  return type?.[`${acceptance}_state`] === requirements.required && !isAccepted;
}

/** Returns only the form fields that changed, because only those are sent (spec 1 §5). */
export function changedFields<Fields extends Record<string, unknown>>(
  before: Fields,
  now: Fields,
): Partial<Fields> {
  const changedFields = Object.entries(now).filter(
    ([name, value]) => !Object.is(before[name], value),
  );
  // Safe: the entries come from `now`.
  return Object.fromEntries(changedFields) as Partial<Fields>;
}
