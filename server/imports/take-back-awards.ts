import { sql, type Transaction } from 'kysely';
import { findOwnCompany } from '../console/own-company.ts';
import { lockCompanies } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { tryAddCorrection } from '../points/point-corrections.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type ImportOrigin } from './import-kind.ts';

/** Number of awards undone per step. It's small, because undoing an award replays the company's ledger. */
const STEP_ROWS = 100;

/**
 * Reverses the ledger lines of awards, in the same way as a correction is reversed. An award isn't reversed if its
 * points were already spent, because the balance would become negative. Awards of the operator's own company aren't
 * reversed either.
 */
export async function takeBackAwards(
  trx: Transaction<Database>,
  { importId, operatorId, region, isApproved, services, audit }: ImportOrigin,
  after: string | null,
) {
  const rows = await trx
    .selectFrom('import_award_rows')
    .select(['line', 'company_id', 'points', 'ledger_uuid'])
    .where('import_uuid', '=', importId)
    .where('ledger_uuid', 'is not', null)
    .where('line', '>', Number(after ?? 0))
    .orderBy('line')
    .limit(STEP_ROWS)
    .execute();
  await lockCompanies(trx, sql`select unnest(${rows.map((row) => row.company_id)}::uuid[])`);
  const lines = rows.flatMap(({ ledger_uuid }) => ledger_uuid ?? []);
  // The reversals are read after taking the locks, so that one that has just been committed is noticed.
  const reversals = await trx
    .selectFrom('point_corrections')
    .select('reverses')
    .where('reverses', '=', anyUuid(lines))
    .execute();
  const reversedIds = new Set(reversals.map(({ reverses }) => reverses));
  const time = { now: services.clock.now(), isApproved };
  const ownCompany = await findOwnCompany(trx, operatorId);
  let keptCount = 0;
  for (const { line, company_id: id, points, ledger_uuid: reverses } of rows) {
    // An operator has already reversed this award separately.
    if (reversedIds.has(reverses)) continue;
    const correction = { points: -points, event: 'other', reverses } as const;
    const isOwn = id === ownCompany;
    const balances = isOwn ? null : await tryAddCorrection(trx, id, correction, time);
    if (balances === null) {
      keptCount += 1;
      continue;
    }
    const newLine = { balance: balances.after, reason: 'other', reverses, line };
    audit({ kind: 'company', id, region, before: { balance: balances.before }, after: newLine });
  }
  const next = rows.length < STEP_ROWS ? null : String(rows.at(-1)?.line ?? '');
  return { removed: rows.length - keptCount, kept: keptCount, next };
}
