import { type Kysely, type Selectable, type Transaction, type Updateable } from 'kysely';
import { type CompanyChanges } from '#schemas/api/account-calls.ts';
import { taxFields, validateTaxNumber } from '#schemas/company.ts';
import { type RegionCode, type RegionId } from '#schemas/regions.ts';
import { taxNumberKey } from '#schemas/tax-number.ts';
import { type CompaniesTable } from '../access/access-tables.ts';
import { findUnprintableField } from '../certificates/printable.ts';
import { getRegionalSettings } from '../configuration/region-rules.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { isTaxNumberTaken } from '../registration/find-existing.ts';
import { keyColumns, taxColumns } from '../registration/tax-columns.ts';

/**
 * Validates changed details of a company by its country's rules, and returns them as columns.
 * Throws `tax_number_needed`, `characters_unprintable`.
 */
export async function validateDetails(
  db: Kysely<Database>,
  changes: CompanyChanges,
  region: RegionCode,
): Promise<Updateable<CompaniesTable>> {
  const settings = await getRegionalSettings(db, region);
  requirePrintable(changes);
  const columns = toColumns(changes, region);
  for (const field of taxFields) {
    const number = columns[field];
    if (number !== undefined && validateTaxNumber(settings, field, number ?? '') !== null) {
      throw new ApiFailure('tax_number_needed', { field: `body.${field}` });
    }
  }
  return columns;
}

/**
 * Requires that no other company has the new tax numbers, and returns the changes. Leaves out the normalised form of a
 * number that the company already has, so that old duplicates can still be edited. Throws `registration_number_taken`.
 */
export async function requireUnusedNumbers(
  trx: Transaction<Database>,
  company: {
    readonly companyId: string;
    readonly region: RegionCode;
    readonly regionId: RegionId;
  },
  current: Selectable<CompaniesTable>,
  changes: Updateable<CompaniesTable>,
): Promise<Updateable<CompaniesTable>> {
  const result = { ...changes };
  for (const field of taxFields) {
    const typedNumber = changes[field] ?? '';
    if (typedNumber === '') continue;
    const isSameNumber =
      taxNumberKey(typedNumber, company.region) ===
      taxNumberKey(current[field] ?? '', company.region);
    if (isSameNumber) delete result[keyColumns[field]];
    else if (
      await isTaxNumberTaken(trx, company.regionId, {
        field,
        typed: typedNumber,
        except: company.companyId,
      })
    ) {
      throw new ApiFailure('registration_number_taken', { field: `body.${field}` });
    }
  }
  return result;
}

/** Throws `characters_unprintable` if a detail can't be printed, because certificates contain the company's details. */
function requirePrintable({ name, address, postal_code, city }: CompanyChanges): void {
  const path = findUnprintableField({ name, address, postal_code, city });
  if (path !== null) throw new ApiFailure('characters_unprintable', { field: `body.${path}` });
}

function toColumns(body: CompanyChanges, region: RegionCode): Updateable<CompaniesTable> {
  const { surveyResponse, registration_number, registration_number_2, ...columns } = body;
  const entries = Object.entries(columns).filter(([, value]) => value !== undefined);
  return {
    // The fields have the same names and values as their columns.
    ...Object.fromEntries(entries),
    ...taxColumns(region, { registration_number, registration_number_2 }),
    ...(surveyResponse !== undefined && { survey: surveyResponse }),
  };
}
