import { randomUUID } from 'node:crypto';
import { type Insertable, type Transaction } from 'kysely';
import { type PointEvent } from '#schemas/ledger.ts';
import { type Database } from '../db/tables.ts';
import { type LedgerTable } from '../points/ledger-tables.ts';

/** What a closed project brings. */
export interface Earnings {
  readonly companyId: string;
  readonly projectUuid: string;
  /** The points of its valid products. */
  readonly points: number;
  /** For the answered survey, where the region gives any. */
  readonly surveyPoints: number;
  /** The edit that closed it. */
  readonly opId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The most ledger entries that one closing makes: as many revs it needs. */
export const MAX_ENTRIES = 2;

/**
 * Books a closed project's points, in the transaction that closes it. A project without valid
 * products brings nothing, not even for its survey: empty projects could be closed for ever.
 * @param firstRev the first of `MAX_ENTRIES` revs
 */
export async function bookProject(
  trx: Transaction<Database>,
  earnings: Earnings,
  firstRev: number,
): Promise<void> {
  const { points, surveyPoints } = earnings;
  if (points === 0) return;
  const entries = [entry(earnings, 'project_closed', points, firstRev)];
  if (surveyPoints > 0) {
    entries.push(entry(earnings, 'project_survey_completed', surveyPoints, firstRev + 1));
  }
  await trx.insertInto('ledger').values(entries).execute();
}

function entry(
  { companyId, projectUuid, opId, now }: Earnings,
  event: PointEvent,
  points: number,
  rev: number,
): Insertable<LedgerTable> {
  return {
    uuid: randomUUID(),
    company_id: companyId,
    rev,
    op_id: opId,
    created_at: new Date(now),
    updated_at: new Date(now),
    event,
    points,
    variation: 'positive',
    project_uuid: projectUuid,
  };
}
