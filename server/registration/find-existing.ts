import { type Kysely } from 'kysely';
import { type TaxField } from '#schemas/company.ts';
import { type RegionId, regionCodeOf } from '#schemas/regions.ts';
import { taxNumberKey } from '#schemas/tax-number.ts';
import { type Database } from '../db/tables.ts';
import { keyColumns } from './tax-columns.ts';

/**
 * Returns the id of the person who has the email address or can still restore it, or undefined if there is none.
 * @param email in lower case
 */
export async function findInstallerByEmail(
  db: Kysely<Database>,
  email: string,
  now: number,
): Promise<string | undefined> {
  // One statement reads both tables, so that an address that is just being replaced is found in one of them.
  const row = await db
    .selectFrom('installers')
    .select('id')
    .where('email', '=', email)
    .unionAll(
      db
        .selectFrom('former_emails')
        .select('installer_id as id')
        .where('email', '=', email)
        .where('expires_at', '>', new Date(now)),
    )
    .executeTakeFirst();
  return row?.id;
}

/** Returns the id of the person who has the phone number, or undefined. */
export async function findInstallerByPhone(
  db: Kysely<Database>,
  phone: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('installers')
    .select('id')
    .where('phone', '=', phone)
    .executeTakeFirst();
  return row?.id;
}

/**
 * True if a company of the region has the same tax number in any notation.
 * @param except id of a company to ignore
 */
export async function isTaxNumberTaken(
  db: Kysely<Database>,
  region: RegionId,
  {
    field,
    typed: typedNumber,
    except: exceptId,
  }: { field: TaxField; typed: string; except?: string },
): Promise<boolean> {
  const code = regionCodeOf(region);
  const key = taxNumberKey(typedNumber, code);
  if (key === '') return false;
  const column = keyColumns[field];
  const otherCompanies = await db
    .selectFrom('companies')
    .select(['id', field, column])
    .where('regions_id', '=', region)
    .where((eb) =>
      eb.or([
        eb(column, '=', key),
        // Rows without a key are older duplicates, or were written by the previous server version during a deployment.
        eb.and([eb(column, 'is', null), eb(field, 'is not', null)]),
      ]),
    )
    .execute();
  return otherCompanies.some(
    (row) => row.id !== exceptId && taxNumberKey(row[field] ?? '', code) === key,
  );
}
