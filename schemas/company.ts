import type { RegionalSettings } from './configuration.ts';

/** `flags` of a region (spec 1 §5). */
export const regionFlags = { vatRequired: 1, companyIdRequired: 2, warranty: 4 } as const;

/** `company_type_state` and the states of disclaimer and declaration (spec 1 §9). */
export const requirements = { disabled: 0, optional: 1, required: 2 } as const;

/** Of a company that registers (spec 1 §5). */
export const MIN_COMPANY_NAME = 4;
export const MIN_TAX_NUMBER = 6;
export const MIN_STREET = 4;
export const MIN_HOUSE_NUMBER = 1;
export const MIN_POSTAL_CODE = 1;
export const MIN_CITY = 2;

/** The two numbers that a company is known to its authorities by, as the wire names them. */
export const taxFields = ['registration_number', 'registration_number_2'] as const;
export type TaxField = (typeof taxFields)[number];

/**
 * A tax number as it is stored and shown: capitals, without the spaces, dots, dashes and invisible marks around its
 * parts. `taxNumberKey` of tax-number.ts compares two.
 */
export function normaliseTaxNumber(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}/]/gu, '');
}

/** Whether the region asks for that number: flag 1 the VAT number, flag 2 the company id. */
export function isTaxFieldRequired(settings: RegionalSettings, field: TaxField): boolean {
  const flag =
    field === 'registration_number' ? regionFlags.companyIdRequired : regionFlags.vatRequired;
  return (settings.flags & flag) !== 0;
}

/**
 * Judges a typed tax number (spec 1 §5: at least 6 characters when required; left empty only where it
 * is not).
 */
export function validateTaxNumber(
  settings: RegionalSettings,
  field: TaxField,
  typed: string,
): 'required' | 'too_short' | null {
  const number = normaliseTaxNumber(typed);
  const required = isTaxFieldRequired(settings, field);
  if (number === '') return required ? 'required' : null;
  return required && number.length < MIN_TAX_NUMBER ? 'too_short' : null;
}

export type CompanyTypeSettings = RegionalSettings['company_types'][number];

/** The company's type as the region describes it; undefined where the region has no such type. */
export function findCompanyType(
  settings: RegionalSettings,
  id: number | null,
): CompanyTypeSettings | undefined {
  if (settings.company_type_state === requirements.disabled) return undefined;
  return settings.company_types.find((type) => type.id === id);
}

/** Whether the type asks for an acceptance that was not given. Nothing is asked without a type. */
export function isAcceptanceMissing(
  type: CompanyTypeSettings | undefined,
  what: 'disclaimer' | 'declaration',
  accepted: boolean,
): boolean {
  return type?.[`${what}_state`] === requirements.required && !accepted;
}

/** What of a form differs from what it began with, and nothing else: only that is sent (spec 1 §5). */
export function changedFields<Fields extends Record<string, unknown>>(
  before: Fields,
  now: Fields,
): Partial<Fields> {
  const changed = Object.entries(now).filter(([name, value]) => !Object.is(before[name], value));
  // The entries come from `now`, so their names and values are its own.
  return Object.fromEntries(changed) as Partial<Fields>;
}
