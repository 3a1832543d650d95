import { type Selectable, type Transaction } from 'kysely';
import { datedEarnings, returningEvents } from '#schemas/dated-earnings.ts';
import { getRegionRules, loadCompanyRegion } from '../configuration/region-rules.ts';
import { type Database } from '../db/tables.ts';
import { addLedgerEntries } from './ledger.ts';
import { type LedgerTable } from './ledger-row.ts';
import { getExpiryCutoff, getYearStart } from './points-expiry.ts';

/** A correction of a closed project's points. */
interface Correction {
  readonly companyId: string;
  readonly projectUuid: string;
  /** Points to add, or to deduct if negative, by the person who scanned the products; null if unknown. */
  readonly differences: ReadonlyMap<string | null, number>;
  readonly now: Date;
}

/**
 * Corrects the points of a closed project in ledger entries for each person, because entries never change. Points
 * that had already expired aren't deducted a second time. The company must be locked.
 */
export async function correctProjectPoints(
  trx: Transaction<Database>,
  { companyId, projectUuid, differences, now }: Correction,
): Promise<void> {
  const changes = [...differences].filter(([, points]) => points !== 0);
  const corrections = changes.map(([person, points]) => ({
    event: 'project_correction' as const,
    points: Math.abs(points),
    variation: points > 0 ? ('positive' as const) : ('negative' as const),
    project_uuid: projectUuid,
    created_by: person,
  }));
  await addLedgerEntries(trx, corrections, { companyId, now });
  const deducted = changes.reduce((sum, [, points]) => sum + Math.max(0, -points), 0);
  // The replay applies today's validity to old expiries too, so never return more than was deducted now.
  const points = deducted > 0 ? Math.min(deducted, await loadPointsToReturn(trx, companyId)) : 0;
  if (points === 0) return;
  const returned = { event: 'points_expired', points, variation: 'positive' } as const;
  await addLedgerEntries(trx, [returned], { companyId, now });
}

async function loadPointsToReturn(trx: Transaction<Database>, companyId: string): Promise<number> {
  const entries = await trx
    .selectFrom('ledger')
    .select(['event', 'variation', 'points', 'project_uuid', 'created_at'])
    .where('company_id', '=', companyId)
    .orderBy('rev')
    .execute();
  const region = await loadCompanyRegion(trx, companyId);
  const { pointsValidityMonths } = await getRegionRules(trx, region);
  return getExpiredPointsToReturn(entries, pointsValidityMonths);
}

type Entry = Pick<
  Selectable<LedgerTable>,
  'event' | 'variation' | 'points' | 'project_uuid' | 'created_at'
>;

/**
 * Points that expired, but wouldn't have if each project had earned its corrected points from the start. Replays
 * the expiries. Pure.
 * @param entries a company's whole ledger, oldest first
 */
function getExpiredPointsToReturn(entries: readonly Entry[], validityMonths: number): number {
  const earnings = datedEarnings(entries);
  let deducted = 0;
  let excess = 0;
  for (const { event, variation, points, created_at } of entries) {
    if (event === 'points_expired' && variation === 'positive') excess -= points;
    else if (variation === 'expired') {
      const lastYear = getYearStart(created_at.getTime()).getTime() - 1;
      const cutoff = getExpiryCutoff(lastYear, validityMonths);
      const earnedBefore = earnings
        .filter(({ addedAt, earnedAt }) => (earnedAt ?? addedAt) < cutoff)
        .reduce((sum, earning) => sum + earning.points, 0);
      const expired = Math.min(points, Math.max(0, earnedBefore - deducted));
      deducted += expired;
      excess += points - expired;
    } else if (event !== 'project_correction') {
      if (variation !== 'positive') deducted += points;
      else if (returningEvents.includes(event)) deducted -= points;
    }
  }
  return Math.max(0, excess);
}
