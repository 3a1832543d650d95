import { type Transaction } from 'kysely';
import { bookingLines } from '#schemas/closing-points.ts';
import { type Database } from '../db/tables.ts';
import { addLedgerEntries } from '../points/ledger.ts';
import { releaseReservedPoints } from '../points/reserved-points.ts';

/** What a closed project brings. */
export interface ProjectEarnings {
  readonly companyId: string;
  readonly projectUuid: string;
  /** The points of its valid products. */
  readonly points: number;
  /** For the answered survey, where the region gives any. */
  readonly surveyPoints: number;
  /** The edit that closed it. */
  readonly opId: string;
  /** Who closed it; null where nobody knows any more. */
  readonly closedBy: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The most ledger entries that one closing makes: as many revs it needs. */
export const MAX_CLOSING_ENTRIES = 2;

/**
 * Books a closed project's points, in the transaction that closes it. A project without valid
 * products brings nothing, not even for its survey: empty projects could be closed for ever. The first
 * that brings something verifies its company, whose welcome points are booked with it.
 * @param firstRev the first of `MAX_CLOSING_ENTRIES` revs
 */
export async function bookProjectPoints(
  trx: Transaction<Database>,
  earnings: ProjectEarnings,
  firstRev: number,
): Promise<void> {
  const { companyId, projectUuid, opId, closedBy, points, surveyPoints, now } = earnings;
  // The welcome points are booked below, with what the company no longer waits for.
  const lines = bookingLines(points, { surveyPoints, reserved: 0 });
  if (lines.length === 0) return;
  const entries = lines.map(({ what, points: worth }) => ({
    event: what,
    points: worth,
    variation: 'positive' as const,
    op_id: opId,
    project_uuid: projectUuid,
    created_by: closedBy,
  }));
  await addLedgerEntries(trx, entries, { companyId, firstRev, now: new Date(now) });
  await releaseReservedPoints(trx, companyId, now, projectUuid);
}
