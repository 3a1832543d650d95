import { type Kysely, sql, type Transaction } from 'kysely';
import { type RegionId, regions } from '#schemas/regions.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { addLedgerEntries, loadLedgerSums, buildLedgerSumsQuery } from './ledger.ts';
import {
  getExpiryCutoff,
  type LedgerSums,
  getPointsToExpire,
  getYearStart,
} from './points-expiry.ts';

/** Number of companies whose ledgers are summed per query. */
const BATCH_SIZE = 200;

/**
 * Expires the points that were too old at the end of last year (UTC), as announced in the app. Safe to run in several
 * processes: each company is processed under its lock.
 * @returns the number of companies that lost points
 */
export async function expirePoints({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const endOfLastYear = getYearStart(now).getTime() - 1;
  const settings = await db
    .selectFrom('region_settings')
    .select(['region', 'points_validity_months'])
    .execute();
  let companyCount = 0;
  for (const { region, points_validity_months: months } of settings) {
    const cutoff = getExpiryCutoff(endOfLastYear, months);
    const id = regions.find(({ code }) => code === region)?.id;
    if (id === undefined) continue;
    for await (const companyId of findDueCompanies(db, id, cutoff)) {
      const expiredPoints = await transact(db, (trx) =>
        expireCompanyPoints(trx, companyId, cutoff, now),
      );
      if (expiredPoints > 0) companyCount += 1;
    }
  }
  return companyCount;
}

/**
 * Yields a region's companies that earned more before `cutoff` than was ever deducted. Pages through the companies, so
 * that no query grows with the total number of entries.
 */
async function* findDueCompanies(
  db: Kysely<Database>,
  region: RegionId,
  cutoff: Date,
): AsyncGenerator<string> {
  let lastId: string | null = null;
  do {
    const page: readonly CompanySums[] = await loadSumsAfter(db, lastId, region, cutoff);
    for (const { id, ...sums } of page) if (getPointsToExpire(sums) > 0) yield id;
    lastId = page.at(BATCH_SIZE - 1)?.id ?? null;
  } while (lastId !== null);
}

interface CompanySums extends LedgerSums {
  readonly id: string;
}

async function loadSumsAfter(
  db: Kysely<Database>,
  lastId: string | null,
  region: RegionId,
  cutoff: Date,
): Promise<readonly CompanySums[]> {
  const { rows } = await sql<CompanySums>`
    select company.id, sums."earnedBefore", sums.deducted
    from (
      select id from companies
      where regions_id = ${region} and (${lastId}::uuid is null or id > ${lastId}::uuid)
      order by id limit ${BATCH_SIZE}
    ) company, lateral (${buildLedgerSumsQuery(sql.ref('company.id'), cutoff)}) sums
    order by company.id`.execute(db);
  return rows;
}

/** @returns the points that expired */
async function expireCompanyPoints(
  trx: Transaction<Database>,
  companyId: string,
  cutoff: Date,
  now: number,
): Promise<number> {
  await lockCompany(trx, companyId);
  const points = getPointsToExpire(await loadLedgerSums(trx, companyId, cutoff));
  if (points === 0) return 0;
  await addLedgerEntries(trx, [{ event: 'points_expired', points, variation: 'expired' }], {
    companyId,
    now: new Date(now),
  });
  return points;
}
