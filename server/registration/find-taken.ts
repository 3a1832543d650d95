import { type Kysely } from 'kysely';
import { normalTaxNumber, type TaxField } from '#schemas/company.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';

/**
 * The person who has that e-mail address, or had it and may still take it back; undefined where it is
 * free. @param email in lower case
 */
export async function installerWithEmail(
  db: Kysely<Database>,
  email: string,
  now: number,
): Promise<string | undefined> {
  // One statement, so that an address that is just being replaced is seen in one place or the other.
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

/** The person who has that phone number, or undefined. */
export async function installerWithPhone(
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
