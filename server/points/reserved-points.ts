import { type Kysely, type Transaction } from 'kysely';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { notify } from '../notifications/notify.ts';
import { addLedgerEntries } from './ledger.ts';

/*
 * The welcome points of a registration wait until the company is verified: by an operator, or by its first closed
 * project with a product that counts. Until then they stand beside the ledger, so that nothing that is paid from
 * the ledger can reach them.
 */

/** The points that a company waits for; none for one that is verified. */
export async function loadReservedPoints(db: Kysely<Database>, companyId: string): Promise<number> {
  const { reserved_points } = await db
    .selectFrom('companies')
    .select('reserved_points')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return reserved_points;
}

/**
 * Books what a company waits for, once. The company has to be locked.
 * @param projectUuid the project that it was verified by; null where an operator did it
 * @returns the points that were booked
 */
export async function releaseReservedPoints(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
  projectUuid: string | null,
): Promise<number> {
  const points = await loadReservedPoints(trx, companyId);
  if (points === 0) return 0;
  await trx
    .updateTable('companies')
    .set({ reserved_points: 0 })
    .where('id', '=', companyId)
    .execute();
  const firstRev = await nextRev(trx, companyId);
  const entry = { event: 'welcome_points', points, variation: 'positive' } as const;
  await addLedgerEntries(trx, [{ ...entry, project_uuid: projectUuid }], {
    companyId,
    firstRev,
    now: new Date(now),
  });
  return points;
}

/**
 * An operator has checked that the company is what it says; again it changes nothing.
 * @returns the points that were booked
 * Throws `not_found` where there is no such company.
 */
export async function verifyCompany(
  companyId: string,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<number> {
  return transact(db, async (trx) => {
    const company = await trx
      .selectFrom('companies')
      .select('id')
      .where('id', '=', companyId)
      .executeTakeFirst();
    if (!company) throw new ApiFailure('not_found');
    await lockCompany(trx, companyId);
    const now = clock.now();
    const points = await releaseReservedPoints(trx, companyId, now, null);
    // A project that verifies the company sends its own notification.
    if (points > 0) {
      await notify(trx, companyId, {
        event: 'welcome_points',
        meta: {},
        values: { subject: '' },
        now,
      });
    }
    return points;
  });
}

/** The companies that wait to be verified, the oldest first, a line for each: what there is to check. */
export async function listUnverifiedCompanies(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('companies')
    .selectAll()
    .where('reserved_points', '>', 0)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => {
    const numbers = [row.registration_number, row.registration_number_2].filter(Boolean);
    const place = `${row.address}, ${row.postal_code} ${row.city}`;
    const points = `${row.reserved_points} points`;
    return [row.id, row.created_at.toISOString(), ...numbers, row.name, place, points].join('  ');
  });
}
