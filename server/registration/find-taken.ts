import { type Kysely } from 'kysely';
import { normalTaxNumber, type TaxField } from '#schemas/company.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';

/** The person who has that e-mail address or phone number, or undefined. */
export async function installerWith(
  db: Kysely<Database>,
  field: 'email' | 'phone',
  value: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('installers')
    .select('id')
    .where(field, '=', value)
    .executeTakeFirst();
  return row?.id;
}

/** Whether a company of the region has that number. */
export async function isNumberTaken(
  db: Kysely<Database>,
  region: RegionId,
  field: TaxField,
  typed: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('companies')
    .select('id')
    .where('regions_id', '=', region)
    .where(field, '=', normalTaxNumber(typed))
    .executeTakeFirst();
  return row !== undefined;
}
