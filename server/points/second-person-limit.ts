import { type Transaction } from 'kysely';
import { MAX_ALONE } from '#schemas/operator/point-calls.ts';
import { SPLIT_WINDOW_MS } from '../console/approvals.ts';
import { type Database } from '../db/tables.ts';

/** An action on a company's points that is still to be done. */
type PointAction =
  | { readonly kind: 'correction'; readonly points: number; readonly reverses: string | null }
  | { readonly kind: 'take_back' | 'undo'; readonly points: number; readonly scan: string };

/**
 * True if a second person must approve the action. Those of the last day without approval count together, in both
 * directions. An action undone within the day doesn't count.
 */
export async function isAboveLimit(
  trx: Transaction<Database>,
  companyId: string,
  act: PointAction,
  now: number,
): Promise<boolean> {
  const since = new Date(now - SPLIT_WINDOW_MS);
  const corrected = await sumCorrections(trx, companyId, act, since);
  return corrected + (await sumReturns(trx, companyId, act, since)) > MAX_ALONE;
}

async function sumCorrections(
  trx: Transaction<Database>,
  companyId: string,
  act: PointAction,
  since: Date,
): Promise<number> {
  const recent = await trx
    .selectFrom('point_corrections')
    .select(['ledger_uuid', 'points', 'reverses'])
    .where('company_id', '=', companyId)
    .where('at', '>', since)
    .where('is_approved', '=', false)
    .execute();
  const all = [...recent, ...(act.kind === 'correction' ? [{ ...act, ledger_uuid: '' }] : [])];
  const known = new Set(recent.map(({ ledger_uuid }) => ledger_uuid));
  const cancelled = new Set(
    all.flatMap((each) =>
      each.reverses !== null && known.has(each.reverses) ? [each.ledger_uuid, each.reverses] : [],
    ),
  );
  return all
    .filter(({ ledger_uuid }) => !cancelled.has(ledger_uuid))
    .reduce((total, each) => total + Math.abs(each.points), 0);
}

async function sumReturns(
  trx: Transaction<Database>,
  companyId: string,
  act: PointAction,
  since: Date,
): Promise<number> {
  const rows = await trx
    .selectFrom('returned_products')
    .select(['scan_uuid', 'points', 'at', 'is_approved', 'undone_at', 'is_undo_approved'])
    .where('company_id', '=', companyId)
    .where((eb) => eb.or([eb('at', '>', since), eb('undone_at', '>', since)]))
    .execute();
  let sum = act.kind === 'take_back' ? act.points : 0;
  let isOwnUndo = false;
  for (const { scan_uuid, points, at, is_approved, undone_at, is_undo_approved } of rows) {
    const isTaken = at > since && !is_approved;
    const undoes = act.kind === 'undo' && act.scan === scan_uuid && undone_at === null;
    const isUndone = undoes || (undone_at !== null && undone_at > since && !is_undo_approved);
    if (undoes) isOwnUndo = true;
    const isCancelled = isTaken && (undoes || undone_at !== null);
    if (!isCancelled && (isTaken || isUndone)) sum += points;
  }
  // Taken back more than a day ago, or by a reviewer.
  return act.kind === 'undo' && !isOwnUndo ? sum + act.points : sum;
}
