import { randomUUID } from 'node:crypto';
import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';
import { hashToken } from './tokens.ts';

/**
 * Whether the person has signed in on that device before. Then others' requests can't keep them out,
 * wherever the device is. One that was signed out from elsewhere is not known any more. Asks the same of
 * the database where there is nobody.
 * @param device its name, out of its cookie
 */
export async function isKnownDevice(
  db: Kysely<Database>,
  device: string,
  installerId: string | undefined,
): Promise<boolean> {
  const known = await db
    .selectFrom('sessions')
    .select('id')
    .where('installer_id', '=', installerId ?? randomUUID())
    .where('device_hash', '=', hashToken(device))
    .where((eb) => eb.or([eb('end_reason', 'is', null), eb('end_reason', '=', 'logout')]))
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
}
