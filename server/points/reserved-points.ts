import { type Kysely, type Transaction } from 'kysely';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { notify } from '../notifications/notify.ts';
import { addLedgerEntries } from './ledger.ts';

/**
 * Welcome points are reserved until the company is verified, by an operator or by its first closed project with a valid
 * product. They stay outside the ledger, so that they can't be spent until then.
 */

/** Returns the company's reserved points; 0 once it is verified. */
export async function loadReservedPoints(db: Kysely<Database>, companyId: string): Promise<number> {
  const { reserved_points } = await db
    .selectFrom('companies')
    .select('reserved_points')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return reserved_points;
}

/**
 * Adds the company's reserved points to its ledger, once, unless an operator has rejected the company. The company must
 * be locked.
 * @param projectUuid the project that verified the company; null if an operator did
 * @returns the points added
 */
export async function releaseReservedPoints(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
  projectUuid: string | null,
): Promise<number> {
  const { points, refused_at } = await trx
    .selectFrom('companies')
    .select(['reserved_points as points', 'refused_at'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (points === 0 || refused_at !== null) return 0;
  await trx
    .updateTable('companies')
    .set({ reserved_points: 0 })
    .where('id', '=', companyId)
    .execute();
  const entry = { event: 'welcome_points', points, variation: 'positive' } as const;
  await addLedgerEntries(trx, [{ ...entry, project_uuid: projectUuid }], {
    companyId,
    now: new Date(now),
  });
  return points;
}

/**
 * Verifies a company on behalf of an operator. Idempotent. Throws `not_found` if the company doesn't exist.
 * @returns the points added
 */
export async function verifyCompany(
  companyId: string,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<number> {
  return transact(db, (trx) => verifyInTransaction(trx, companyId, clock.now()));
}

/** Like `verifyCompany`, but in the caller's transaction. Also cancels an earlier rejection. */
export async function verifyInTransaction(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
): Promise<number> {
  await lockCompany(trx, companyId);
  await trx
    .updateTable('companies')
    .set({ refused_at: null })
    .where('id', '=', companyId)
    .where('refused_at', 'is not', null)
    .execute();
  const points = await releaseReservedPoints(trx, companyId, now, null);
  // A project that verifies the company sends its own notification instead.
  if (points > 0) {
    await notify(trx, companyId, {
      event: 'welcome_points',
      meta: {},
      values: { subject: '' },
      now,
    });
  }
  return points;
}

/** Lists companies awaiting verification, oldest first, with the data to check. */
export function listUnverifiedCompanies(db: Kysely<Database>) {
  return db
    .selectFrom('companies')
    .select(['id', 'created_at', 'registration_number', 'registration_number_2', 'name'])
    .select(['address', 'postal_code', 'city', 'reserved_points'])
    .where('reserved_points', '>', 0)
    .orderBy('created_at')
    .execute();
}

/** Formats a company awaiting verification as one line. */
export function formatUnverifiedCompany(
  row: Awaited<ReturnType<typeof listUnverifiedCompanies>>[number],
): string {
  const numbers = [row.registration_number, row.registration_number_2].filter(Boolean);
  const address = `${row.address}, ${row.postal_code} ${row.city}`;
  const points = `${row.reserved_points} points`;
  return [row.id, row.created_at.toISOString(), ...numbers, row.name, address, points].join('  ');
}
