import { type Selectable, sql, type Transaction } from 'kysely';
import { MAX_POINTS_WITHOUT_APPROVAL } from '#schemas/operator/point-calls.ts';
import { SPLIT_WINDOW_MS } from '../console/approvals.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';

/** A planned action on a company's points. */
type PointAction =
  | { readonly kind: 'correction'; readonly points: number; readonly reverses: string | null }
  | { readonly kind: 'take_back' | 'undo'; readonly points: number; readonly scan: string };

/**
 * True if a second person must approve the action. The unapproved actions of the last day count together, whether they
 * add or deduct points. An action that was undone within the day doesn't count. Withdrawn verifications always count.
 */
export function isAboveLimit(
  trx: Transaction<Database>,
  companyId: string,
  action: PointAction,
  now: number,
): Promise<boolean> {
  return isAnyAboveLimit(trx, new Map([[companyId, [action]]]), { now, importId: null });
}

/**
 * True if a second person must approve the actions of at least one company.
 * @param importId the import that runs the actions, so that its rows don't count twice; null if no import runs them
 */
export async function isAnyAboveLimit(
  trx: Transaction<Database>,
  actions: ReadonlyMap<string, readonly PointAction[]>,
  { now, importId }: { readonly now: number; readonly importId: string | null },
): Promise<boolean> {
  const since = new Date(now - SPLIT_WINDOW_MS);
  const companies = [...actions.keys()];
  const correctionActions = await loadCorrections(trx, companies, since);
  const returnActions = await loadReturns(trx, companies, since);
  const pendingPoints = await loadPendingAwards(trx, companies, { since, importId });
  const withdrawnPoints = await loadWithdrawals(trx, companies, since);
  return [...actions].some(([id, companyActions]) => {
    const recentCorrections = correctionActions.get(id) ?? [];
    const returns = sumReturns(returnActions.get(id) ?? [], companyActions, since);
    const corrections = sumCorrections(recentCorrections, companyActions);
    const others = (pendingPoints.get(id) ?? 0) + (withdrawnPoints.get(id) ?? 0);
    return corrections + returns + others > MAX_POINTS_WITHOUT_APPROVAL;
  });
}

type Correction = Pick<
  Selectable<Database['point_corrections']>,
  'ledger_uuid' | 'points' | 'reverses'
>;

/** Loads each company's unapproved corrections since the given time. */
async function loadCorrections(trx: Transaction<Database>, companies: string[], since: Date) {
  const rows = await trx
    .selectFrom('point_corrections')
    .select(['company_id', 'ledger_uuid', 'points', 'reverses'])
    .where('company_id', '=', anyUuid(companies))
    .where('at', '>', since)
    .where('is_approved', '=', false)
    .execute();
  return Map.groupBy(rows, (row) => row.company_id);
}

function sumCorrections(
  recentCorrections: readonly Correction[],
  actions: readonly PointAction[],
): number {
  const ownCorrections = actions.flatMap((action, index) =>
    action.kind === 'correction' ? [{ ...action, ledger_uuid: String(index) }] : [],
  );
  const allCorrections = [...recentCorrections, ...ownCorrections];
  const recentIds = new Set(recentCorrections.map(({ ledger_uuid }) => ledger_uuid));
  const cancelledIds = new Set(
    allCorrections.flatMap((correction) =>
      correction.reverses !== null && recentIds.has(correction.reverses)
        ? [correction.ledger_uuid, correction.reverses]
        : [],
    ),
  );
  return allCorrections
    .filter(({ ledger_uuid }) => !cancelledIds.has(ledger_uuid))
    .reduce((total, correction) => total + Math.abs(correction.points), 0);
}

/**
 * Sums the awards that are still to be added or reversed by imports that were started without approval. Otherwise, an
 * operator could stop an import, correct points, and continue the import. Awards to be reversed are left out if they
 * already count as recent corrections.
 */
async function loadPendingAwards(
  trx: Transaction<Database>,
  companies: string[],
  { since, importId }: { readonly since: Date; readonly importId: string | null },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: string; points: number }>`
    select award.company_id as id, sum(award.points)::bigint as points
    from import_award_rows award join imports on imports.uuid = award.import_uuid
      left join point_corrections own on own.ledger_uuid = award.ledger_uuid
    where award.company_id = any(${companies}::uuid[])
      and (
        award.ledger_uuid is null
          and imports.phase = 'applying' and imports.state in ('applying', 'stopped', 'failed')
        or (own.at <= ${since} or own.is_approved)
          and not exists (select from point_corrections later where later.reverses = own.ledger_uuid)
          and imports.phase = 'taking_back' and imports.state in ('taking_back', 'stopped', 'failed'))
      and (imports.finished_at is null or imports.finished_at > ${since})
      and not imports.is_approved and imports.uuid is distinct from ${importId}::uuid
    group by award.company_id`.execute(trx);
  return new Map(rows.map(({ id, points }) => [id, points]));
}

/**
 * Sums the welcome points that withdrawals of verifications deducted within the last day, including approved
 * withdrawals.
 */
async function loadWithdrawals(
  trx: Transaction<Database>,
  companies: string[],
  since: Date,
): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('ledger')
    .select(['company_id', sql<number>`sum(points)::integer`.as('points')])
    .where('company_id', '=', anyUuid(companies))
    .where('created_at', '>', since)
    // Only a withdrawal adds such a line.
    .where('event', '=', 'welcome_points')
    .where('variation', '=', 'negative')
    .groupBy('company_id')
    .execute();
  return new Map(rows.map(({ company_id, points }) => [company_id, points]));
}

/** Loads the products that were taken back, or whose return was undone, within the last day. */
async function loadReturns(trx: Transaction<Database>, companies: string[], since: Date) {
  const rows = await trx
    .selectFrom('returned_products')
    .select(['company_id', 'scan_uuid', 'points', 'at'])
    .select(['is_approved', 'undone_at', 'is_undo_approved'])
    .where('company_id', '=', anyUuid(companies))
    .where((eb) => eb.or([eb('at', '>', since), eb('undone_at', '>', since)]))
    .execute();
  return Map.groupBy(rows, (row) => row.company_id);
}

type Return = Pick<
  Selectable<Database['returned_products']>,
  'scan_uuid' | 'points' | 'at' | 'is_approved' | 'undone_at' | 'is_undo_approved'
>;

function sumReturns(rows: readonly Return[], actions: readonly PointAction[], since: Date): number {
  const action = actions.find(({ kind }) => kind !== 'correction');
  let sum = action?.kind === 'take_back' ? action.points : 0;
  let isOwnUndo = false;
  for (const { scan_uuid, points, at, is_approved, undone_at, is_undo_approved } of rows) {
    const isTakenBack = at > since && !is_approved;
    const isOwnAction = action?.kind === 'undo' && action.scan === scan_uuid && undone_at === null;
    const isUndone = isOwnAction || (undone_at !== null && undone_at > since && !is_undo_approved);
    if (isOwnAction) isOwnUndo = true;
    const isCancelled = isTakenBack && (isOwnAction || undone_at !== null);
    if (!isCancelled && (isTakenBack || isUndone)) sum += points;
  }
  // The return to undo isn't among the rows: the product was taken back more than a day ago, or by a reviewer.
  return action?.kind === 'undo' && !isOwnUndo ? sum + action.points : sum;
}
