import { type Selectable, sql, type Transaction } from 'kysely';
import { MAX_POINTS_WITHOUT_APPROVAL } from '#schemas/operator/point-calls.ts';
import { lockOperatorForCounting, SPLIT_WINDOW_MS } from '../console/approvals.ts';
import { lockCompanies } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { isAnyAboveLimit } from '../points/second-person-limit.ts';
import { type PlannedAwards } from './import-kind.ts';

type Trx = Transaction<Database>;
type Phase = 'applying' | 'taking_back';

/** Maximum number of awards shown to the approver; the file contains all. */
const MAX_SHOWN_AWARDS = 50;

/** An award that a phase would add or reverse. */
interface PlannedAward extends Pick<
  Selectable<Database['import_award_rows']>,
  'company_id' | 'event' | 'points' | 'ledger_uuid'
> {
  readonly number: number;
  /** True if the phase reverses an award that was made within a day without approval. Then neither of them counts. */
  readonly isCancelled: boolean;
}

/**
 * Reads the awards that a phase would add or reverse. More than 1,000 points require approval. This limit applies to
 * the total of this file and the operator's other files within a day. It also applies to each company, to the total of
 * its points in this file and its other corrections within a day.
 */
export async function readAwards(
  trx: Trx,
  importId: string,
  phase: Phase,
  { now, operator }: { readonly now: number; readonly operator: string },
): Promise<PlannedAwards> {
  const since = new Date(now - SPLIT_WINDOW_MS);
  const awards = await loadAwards(trx, importId, phase, since);
  const sum = (rows: readonly PlannedAward[]) => rows.reduce((total, row) => total + row.points, 0);
  const total = sum(awards.filter(({ isCancelled }) => !isCancelled));
  await lockOperatorForCounting(trx, operator);
  const earlierPoints = await sumOtherImports(trx, importId, { operator, since });
  const isLarge = total > 0 && total + earlierPoints > MAX_POINTS_WITHOUT_APPROVAL;
  return {
    points: sum(awards),
    companies: new Set(awards.map(({ company_id }) => company_id)).size,
    largest: awards
      .toSorted((a, b) => b.points - a.points)
      .slice(0, MAX_SHOWN_AWARDS)
      .map(({ number: company, points, event }) => ({ company, points, event })),
    areLarge: isLarge || (await isAnyCompanyAbove(trx, awards, { phase, importId, now })),
  };
}

async function loadAwards(
  trx: Trx,
  importId: string,
  phase: Phase,
  since: Date,
): Promise<readonly PlannedAward[]> {
  const isReversal = phase === 'taking_back';
  const isPlanned = isReversal
    ? sql`own.ledger_uuid is not null
        and not exists (select from point_corrections later where later.reverses = own.ledger_uuid)`
    : sql`award.ledger_uuid is null`;
  const { rows } = await sql<PlannedAward>`
    select award.company_id, award.event, award.points, award.ledger_uuid, companies.number,
      coalesce(own.at > ${since} and not own.is_approved, false) as "isCancelled"
    from import_award_rows award join companies on companies.id = award.company_id
      left join point_corrections own on own.ledger_uuid = award.ledger_uuid
    where award.import_uuid = ${importId} and ${isPlanned}`.execute(trx);
  return rows;
}

/**
 * Sums the points that the operator's other files have awarded or reversed within a day without approval, and the
 * points that files in progress are still going to award or reverse. Otherwise, operators could avoid the approval by
 * splitting a file.
 */
async function sumOtherImports(
  trx: Trx,
  importId: string,
  { operator, since }: { readonly operator: string; readonly since: Date },
): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(award.points), 0)::bigint as points
    from imports join import_award_rows award on award.import_uuid = imports.uuid
      left join point_corrections own on own.ledger_uuid = award.ledger_uuid
      left join point_corrections back on back.reverses = award.ledger_uuid
    where imports.kind = 'awards'
      and (imports.finished_at is null or imports.finished_at > ${since})
      and (
        imports.applied_for = ${operator}::uuid and back.ledger_uuid is null
          and (award.applied_at > ${since} or (award.ledger_uuid is null and imports.uuid <> ${importId}
            and imports.phase = 'applying' and imports.state in ('applying', 'stopped', 'failed')))
        or coalesce(imports.started_by, imports.run_by) = ${operator}::uuid and not imports.is_approved
          and imports.phase = 'taking_back' and (award.applied_at <= ${since} or own.is_approved)
          and (back.at > ${since} or (back.ledger_uuid is null and imports.uuid <> ${importId}
            and imports.state in ('taking_back', 'stopped', 'failed'))))`.execute(trx);
  return rows[0]?.points ?? 0;
}

async function isAnyCompanyAbove(
  trx: Trx,
  awards: readonly PlannedAward[],
  {
    phase,
    importId,
    now,
  }: { readonly phase: Phase; readonly importId: string; readonly now: number },
): Promise<boolean> {
  const awardsByCompany = new Map(
    [...Map.groupBy(awards, ({ company_id }) => company_id)].filter(([, rows]) =>
      // Companies are omitted if all their awards are cancelled, because such reversals only lower the sum.
      rows.some(({ isCancelled }) => !isCancelled),
    ),
  );
  await lockCompanies(trx, sql`select unnest(${[...awardsByCompany.keys()]}::uuid[])`);
  const correctionsByCompany = [...awardsByCompany].map(([id, rows]) => {
    const corrections = rows.map(({ points, ledger_uuid }) => ({
      kind: 'correction' as const,
      points: phase === 'applying' ? points : -points,
      reverses: phase === 'applying' ? null : ledger_uuid,
    }));
    return [id, corrections] as const;
  });
  return isAnyAboveLimit(trx, new Map(correctionsByCompany), { now, importId });
}
