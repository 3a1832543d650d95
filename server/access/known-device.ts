import { randomUUID } from 'node:crypto';
import { type Kysely } from 'kysely';
import { type Database } from '../db/tables.ts';
import { hashToken } from './tokens.ts';

/**
 * True if the person has signed in on the device before; then other people's requests can't lock them out,
 * wherever the device is. A device that was signed out remotely no longer counts. Runs the same query for
 * unknown people.
 * @param device id from its cookie
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
