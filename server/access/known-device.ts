import { randomUUID } from 'node:crypto';
import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';
import { hashToken } from './tokens.ts';

/**
 * True if the person has signed in on the device before. On such a device, other people's requests can't lock the
 * person out, whichever network the device uses. A device that was signed out remotely no longer counts. The same query
 * runs for unknown people, so that timing reveals nothing.
 * @param device id from the device's cookie
 */
export async function isKnownDevice(
  db: Kysely<Database>,
  device: string,
  installerId: string | undefined,
): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('installer_id', '=', installerId ?? randomUUID())
    .where('device_hash', '=', hashToken(device))
    .where((eb) => eb.or([eb('end_reason', 'is', null), eb('end_reason', '=', 'logout')]))
    .limit(1)
    .executeTakeFirst();
  return session !== undefined;
}
