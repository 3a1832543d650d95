import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database } from '../db/tables.ts';
import { notify } from '../notifications/notify.ts';
import { loadPointsToReturn } from './expired-returns.ts';
import { addLedgerEntries, loadCompanyBalance } from './ledger.ts';
import { ledgerChange } from './ledger-parts.ts';

/** Sums the welcome points in a company's ledger; 0 if they were deducted again. */
export async function loadWelcomePoints(db: Kysely<Database>, companyId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('ledger')
    .select(sql<number>`coalesce(sum(${ledgerChange}), 0)::integer`.as('sum'))
    .where('company_id', '=', companyId)
    .where('event', '=', 'welcome_points')
    .executeTakeFirstOrThrow();
  return Math.max(0, sum);
}

/**
 * Deducts the welcome points of a locked company by adding a line to its ledger, and notifies its people. Points
 * that had expired are returned, because they would otherwise be lost twice. The balance can become negative.
 * @returns the balance before and after the change
 */
export async function deductWelcomePoints(
  trx: Transaction<Database>,
  companyId: string,
  points: number,
  now: number,
): Promise<{ readonly before: number; readonly after: number }> {
  const before = await loadCompanyBalance(trx, companyId);
  if (points === 0) return { before, after: before };
  const line = await trx
    .selectFrom('ledger')
    .select('uuid')
    .where('company_id', '=', companyId)
    .where('event', '=', 'welcome_points')
    .where('variation', '=', 'positive')
    .orderBy('rev', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const expired = await loadPointsToReturn(trx, companyId, {
    deductedPoints: points,
    reversedLine: line.uuid,
  });
  const returned = { event: 'points_expired', points: expired, variation: 'positive' } as const;
  const deduction = { event: 'welcome_points', points, variation: 'negative' } as const;
  await addLedgerEntries(trx, expired > 0 ? [deduction, returned] : [deduction], {
    companyId,
    now: new Date(now),
  });
  if (points > expired)
    await notify(trx, companyId, {
      event: 'welcome_points',
      meta: {},
      values: {
        subject: '',
        numbers: { points: points - expired },
        title: 'notification.points_deducted.title',
        text: 'notification.points_deducted.text',
      },
      now,
    });
  return { before, after: before - points + expired };
}
