import { sql } from 'kysely';
import { type Services } from '../services.ts';

/** Which of these sessions still go on: neither ended, on whichever process, nor over, nor of somebody switched off. */
export async function findActiveSessions(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: Iterable<string>,
): Promise<ReadonlySet<string>> {
  const asked = [...new Set(ids)];
  const rows = await db
    .selectFrom('sessions as session')
    .innerJoin('installers as person', 'person.id', 'session.installer_id')
    .select('session.id')
    .where('session.id', '=', sql<string>`any(${asked}::uuid[])`)
    .where('session.ended_at', 'is', null)
    .where('session.expires_at', '>', new Date(clock.now()))
    .where('person.active', '=', true)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
