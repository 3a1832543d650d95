import { type Kysely, sql, type Transaction } from 'kysely';
import { type RegionId, regions } from '#schemas/regions.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { bookEntries } from './book-entries.ts';
import { earns, givesBack, ledgerSums } from './ledger-sums.ts';
import { expiryCutoff, pointsToExpire, yearStart } from './points-due.ts';

/**
 * Takes off the points that were too old by the end of last year (UTC), as the app has announced them.
 * Several processes may do it at once: each company is worked on under its lock, and whoever comes
 * second finds nothing left.
 * @returns how many companies have lost points
 */
export async function expirePoints({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const lastYear = yearStart(now).getTime() - 1;
  const settings = await db
    .selectFrom('region_settings')
    .select(['region', 'points_validity_months'])
    .execute();
  let lost = 0;
  for (const { region, points_validity_months: months } of settings) {
    const cutoff = expiryCutoff(lastYear, months);
    const id = regions.find(({ code }) => code === region)?.id;
    for (const companyId of id === undefined ? [] : await companiesDue(db, id, cutoff)) {
      const taken = await transact(db, (trx) => expireOf(trx, companyId, cutoff, now));
      if (taken > 0) lost += 1;
    }
  }
  return lost;
}

/** The companies of a region that have earned more before the moment than was ever taken off. */
async function companiesDue(
  db: Kysely<Database>,
  region: RegionId,
  cutoff: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select company_id as id
    from ledger join companies on companies.id = ledger.company_id
    where companies.regions_id = ${region}
    group by company_id
    having coalesce(sum(points) filter (where ${earns} and ledger.created_at < ${cutoff}), 0)
      > coalesce(sum(points) filter (where variation <> 'positive'), 0)
        - coalesce(sum(points) filter (where ${givesBack}), 0)`.execute(db);
  return rows.map(({ id }) => id);
}

/** @returns the points that were taken off */
async function expireOf(
  trx: Transaction<Database>,
  companyId: string,
  cutoff: Date,
  now: number,
): Promise<number> {
  await lockCompany(trx, companyId);
  const points = pointsToExpire(await ledgerSums(trx, companyId, cutoff));
  if (points === 0) return 0;
  const firstRev = await nextRev(trx, companyId);
  await bookEntries(trx, [{ event: 'points_expired', points, variation: 'expired' }], {
    companyId,
    firstRev,
    now: new Date(now),
  });
  return points;
}
