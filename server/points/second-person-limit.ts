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
  act: PointAction,
  now: number,
): Promise<boolean> {
  return isAnyAboveLimit(trx, new Map([[companyId, [act]]]), { now, importId: null });
}

/**
 * True if a second person must approve the actions of at least one company.
 * @param importId the import that runs the actions, so that its rows don't count twice; null if no import runs them
 */
export async function isAnyAboveLimit(
  trx: Transaction<Database>,
  acts: ReadonlyMap<string, readonly PointAction[]>,
  { now, importId }: { readonly now: number; readonly importId: string | null },
): Promise<boolean> {
  const since = new Date(now - SPLIT_WINDOW_MS);
  const companies = [...acts.keys()];
  const correctionActions = await loadCorrections(trx, companies, since);
  const returnActions = await loadReturns(trx, companies, since);
  const pending = await loadPendingAwards(trx, companies, { since, importId });
  return [...acts].some(([id, companyActs]) => {
    const recent = correctionActions.get(id) ?? [];
    const returns = sumReturns(returnActions.get(id) ?? [], companyActs, since);
    return (
      sumCorrections(recent, companyActs) + returns + (pending.get(id) ?? 0) >
      MAX_POINTS_WITHOUT_APPROVAL
    );
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

function sumCorrections(recent: readonly Correction[], acts: readonly PointAction[]): number {
  const ownCorrections = acts.flatMap((act, index) =>
    act.kind === 'correction' ? [{ ...act, ledger_uuid: String(index) }] : [],
  );
  const all = [...recent, ...ownCorrections];
  const recentIds = new Set(recent.map(({ ledger_uuid }) => ledger_uuid));
  const cancelledIds = new Set(
    all.flatMap((each) =>
      each.reverses !== null && recentIds.has(each.reverses)
        ? [each.ledger_uuid, each.reverses]
        : [],
    ),
  );
  return all
    .filter(({ ledger_uuid }) => !cancelledIds.has(ledger_uuid))
    .reduce((total, each) => total + Math.abs(each.points), 0);
}

/**
 * Sums the awards that are still to be added or taken back by imports that were started without approval. Otherwise, an
 * operator could stop an import, correct points, and continue the import. Awards to be taken back are left out if they
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

function sumReturns(rows: readonly Return[], acts: readonly PointAction[], since: Date): number {
  const act = acts.find(({ kind }) => kind !== 'correction');
  let sum = act?.kind === 'take_back' ? act.points : 0;
  let isOwnUndo = false;
  for (const { scan_uuid, points, at, is_approved, undone_at, is_undo_approved } of rows) {
    const isTaken = at > since && !is_approved;
    const undoes = act?.kind === 'undo' && act.scan === scan_uuid && undone_at === null;
    const isUndone = undoes || (undone_at !== null && undone_at > since && !is_undo_approved);
    if (undoes) isOwnUndo = true;
    const isCancelled = isTaken && (undoes || undone_at !== null);
    if (!isCancelled && (isTaken || isUndone)) sum += points;
  }
  // Taken back more than a day ago, or by a reviewer.
  return act?.kind === 'undo' && !isOwnUndo ? sum + act.points : sum;
}
