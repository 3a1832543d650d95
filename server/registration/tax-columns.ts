import { normaliseTaxNumber, type TaxField } from '#schemas/company.ts';
import { type RegionCode } from '#schemas/regions.ts';
import { taxNumberKey } from '#schemas/tax-number.ts';

/** The columns with the normalised form of each tax number. */
export const keyColumns = {
  registration_number: 'registration_key',
  registration_number_2: 'registration_key_2',
} as const satisfies Record<TaxField, string>;

/**
 * Returns the columns for the given tax numbers and their normalised forms. Omitted numbers stay unchanged. A number
 * without letters or digits is stored as null.
 */
export function taxColumns(
  region: RegionCode,
  {
    registration_number,
    registration_number_2,
  }: { readonly [Field in TaxField]?: string | null | undefined },
) {
  return {
    ...(registration_number !== undefined && {
      registration_number: toStoredForm(registration_number),
      registration_key: toComparableForm(registration_number, region),
    }),
    ...(registration_number_2 !== undefined && {
      registration_number_2: toStoredForm(registration_number_2),
      registration_key_2: toComparableForm(registration_number_2, region),
    }),
  };
}

function toStoredForm(typedNumber: string | null): string | null {
  return normaliseTaxNumber(typedNumber ?? '') || null;
}

function toComparableForm(typedNumber: string | null, region: RegionCode): string | null {
  return taxNumberKey(typedNumber ?? '', region) || null;
}
