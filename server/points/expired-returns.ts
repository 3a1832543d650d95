import { type Selectable, sql, type Transaction } from 'kysely';
import { datedEarnings, returningEvents } from '#schemas/dated-earnings.ts';
import { getRegionRules, loadCompanyRegion } from '../configuration/region-rules.ts';
import { type Database } from '../db/tables.ts';
import { correctionState } from './ledger-parts.ts';
import { type LedgerTable } from './ledger-row.ts';
import { getExpiryCutoff, getYearStart } from './points-expiry.ts';

/** A deduction of points, some of which may have expired before. */
interface Deduction {
  /** Number of points deducted. */
  readonly deductedPoints: number;
  /** Id of the ledger line that the deduction reverses. The deduction itself isn't in the ledger yet. */
  readonly reversedLine?: string;
}

/**
 * Counts the points that a deduction must return, because they had already expired and would otherwise be lost twice.
 * The company must be locked.
 */
export async function loadPointsToReturn(
  trx: Transaction<Database>,
  companyId: string,
  { deductedPoints, reversedLine }: Deduction,
): Promise<number> {
  if (deductedPoints === 0) return 0;
  const entries = await trx
    .selectFrom('ledger')
    .select(['event', 'variation', 'points', 'project_uuid', 'created_at'])
    .where('company_id', '=', companyId)
    // Skips each correction that was reversed, together with its reversal, which already returned the expired points.
    .where(sql<boolean>`coalesce(${correctionState}, 'open') = 'open'`)
    .$if(reversedLine !== undefined, (rows) => rows.where('uuid', '!=', reversedLine ?? ''))
    .orderBy('rev')
    .execute();
  const region = await loadCompanyRegion(trx, companyId);
  const { pointsValidityMonths } = await getRegionRules(trx, region);
  // The replay applies today's validity to old expiries as well, so its result can be too high. Never return more
  // points than are deducted now.
  return Math.min(deductedPoints, getExpiredPointsToReturn(entries, pointsValidityMonths));
}

type Entry = Pick<
  Selectable<LedgerTable>,
  'event' | 'variation' | 'points' | 'project_uuid' | 'created_at'
>;

/**
 * Computes how many of the expired points wouldn't have expired if each project had earned its corrected points from
 * the start. To do so, it replays the expiries.
 * @param entries a company's ledger without corrections that were reversed, oldest first
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
      const expiredPoints = Math.min(points, Math.max(0, earnedBefore - deducted));
      deducted += expiredPoints;
      excess += points - expiredPoints;
    } else if (event !== 'project_correction') {
      if (variation !== 'positive') deducted += points;
      else if (returningEvents.includes(event)) deducted -= points;
    }
  }
  return Math.max(0, excess);
}
