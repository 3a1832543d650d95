import { type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { loadPointsToReturn } from './expired-returns.ts';
import { addLedgerEntries } from './ledger.ts';

/** A correction of a closed project's points. */
interface Correction {
  readonly companyId: string;
  readonly projectUuid: string;
  /**
   * Change in points per person (negative to deduct). Keys are the people who scanned the products; null if unknown.
   */
  readonly differences: ReadonlyMap<string | null, number>;
  readonly now: Date;
}

/**
 * Corrects a closed project's points with a new ledger entry for each person, because entries never change. Points that
 * had already expired aren't deducted a second time. The company must be locked.
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
  const deductedPoints = changes.reduce((sum, [, points]) => sum + Math.max(0, -points), 0);
  const points = await loadPointsToReturn(trx, companyId, { deductedPoints });
  if (points === 0) return;
  const returnEntry = { event: 'points_expired', points, variation: 'positive' } as const;
  await addLedgerEntries(trx, [returnEntry], { companyId, now });
}
