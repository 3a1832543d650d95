import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { type PointEvent } from '#schemas/ledger.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { loadPointsToReturn } from './expired-returns.ts';
import {
  addLedgerEntries,
  addEntriesToLedgers,
  loadCompanyBalance,
  loadCompanyBalances,
} from './ledger.ts';
import { cancelNotice, getNotificationTime } from './notify-corrections.ts';

/** A correction of a company's points. */
export interface PointCorrection {
  readonly points: number;
  readonly event: PointEvent;
  /** The correction that this one reverses; null if it isn't a reversal. */
  readonly reverses: string | null;
}

/** Counts a company's corrections; approvals compare this number as a version. */
export async function countCorrections(db: Kysely<Database>, companyId: string): Promise<number> {
  const { total } = await db
    .selectFrom('point_corrections')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/**
 * Returns the reversal of the correction with this ledger line. Throws `conflict` if the company has no such
 * correction, if the correction has already been reversed, or if it is itself a reversal.
 */
export async function findReversal(
  trx: Transaction<Database>,
  companyId: string,
  line: string,
): Promise<PointCorrection> {
  const correction = await trx
    .selectFrom('point_corrections')
    .select(['ledger_uuid', 'points', 'reverses'])
    .where('ledger_uuid', '=', line)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow(() => new ApiFailure('conflict'));
  const laterReversal = await trx
    .selectFrom('point_corrections')
    .select('ledger_uuid')
    .where('reverses', '=', line)
    .executeTakeFirst();
  // A reversal can't be reversed: the points are corrected again instead.
  if (laterReversal !== undefined || correction.reverses !== null)
    throw new ApiFailure('conflict', { details: { reason: 'correction_reversed' } });
  return { points: -correction.points, event: 'other', reverses: correction.ledger_uuid };
}

interface CorrectionTime {
  readonly now: number;
  readonly isApproved: boolean;
}
/** A company's balance before and after a correction. */
interface Balances {
  readonly before: number;
  readonly after: number;
}

/**
 * Adds a correction to the ledger of a locked company. A reversal also returns the points that had already expired.
 * Throws `conflict` if the balance would be negative.
 * @returns the balance before and after the correction
 */
export async function addCorrection(
  trx: Transaction<Database>,
  companyId: string,
  correction: PointCorrection,
  time: CorrectionTime,
): Promise<Balances> {
  const balances = await tryAddCorrection(trx, companyId, correction, time);
  if (balances === null)
    throw new ApiFailure('conflict', { details: { reason: 'points_too_low' } });
  return balances;
}

/** Like `addCorrection`, but adds nothing and returns null if the balance would be negative. */
export async function tryAddCorrection(
  trx: Transaction<Database>,
  companyId: string,
  { points, event, reverses }: PointCorrection,
  { now, isApproved }: CorrectionTime,
): Promise<Balances | null> {
  const before = await loadCompanyBalance(trx, companyId);
  const pointsToReturn =
    reverses !== null && points < 0
      ? await loadPointsToReturn(trx, companyId, {
          deductedPoints: -points,
          reversedLine: reverses,
        })
      : 0;
  const after = before + points + pointsToReturn;
  if (points < 0 && after < 0) return null;
  const line = randomUUID();
  const at = new Date(now);
  const variation = points > 0 ? 'positive' : 'negative';
  const entry = { uuid: line, event, points: Math.abs(points), variation } as const;
  const returnedEntry = {
    event: 'points_expired',
    points: pointsToReturn,
    variation: 'positive',
  } as const;
  const entries = pointsToReturn > 0 ? [entry, returnedEntry] : [entry];
  await addLedgerEntries(trx, entries, { companyId, now: at });
  const isNoticeCancelled = reverses !== null && (await cancelNotice(trx, reverses));
  await trx
    .insertInto('point_corrections')
    .values({
      ledger_uuid: line,
      company_id: companyId,
      at,
      points,
      reverses,
      is_approved: isApproved,
      // If all points of the reversed correction had expired, the balance stays the same and nothing is announced.
      notify_at: isNoticeCancelled || after === before ? null : getNotificationTime(now),
    })
    .execute();
  return { before, after };
}

/** Points added to a company. */
interface AddedPoints {
  readonly companyId: string;
  /** Id of the new line of the ledger. */
  readonly ledgerUuid: string;
  readonly points: number;
  readonly event: PointEvent;
}

/**
 * Adds several corrections, in the given order, to the ledgers of locked companies. All of them must add points.
 * @returns the corrections, each with the company's balance before and after it
 */
export async function addCorrections<Added extends AddedPoints>(
  trx: Transaction<Database>,
  additions: readonly Added[],
  { now, isApproved }: CorrectionTime,
): Promise<(Balances & { readonly correction: Added })[]> {
  if (additions.length === 0) return [];
  const at = new Date(now);
  const balances = new Map(
    await loadCompanyBalances(trx, [...new Set(additions.map(({ companyId }) => companyId))]),
  );
  const entries = additions.map(({ companyId, ledgerUuid: uuid, points, event }) => ({
    companyId,
    entry: { uuid, event, points, variation: 'positive' as const },
  }));
  await addEntriesToLedgers(trx, entries, at);
  const rows = additions.map(({ companyId: company_id, ledgerUuid: ledger_uuid, points }) => ({
    ...{ ledger_uuid, company_id, at, points },
    ...{ reverses: null, is_approved: isApproved, notify_at: getNotificationTime(now) },
  }));
  await trx.insertInto('point_corrections').values(rows).execute();
  return additions.map((correction) => {
    const before = balances.get(correction.companyId) ?? 0;
    const after = before + correction.points;
    balances.set(correction.companyId, after);
    return { correction, before, after };
  });
}
