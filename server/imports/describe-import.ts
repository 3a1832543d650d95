import { type Kysely, sql } from 'kysely';
import {
  type ImportRecord,
  type ListedImport,
  MAX_LISTED_REJECTS,
} from '#schemas/operator/import-calls.ts';
import { loadOperatorNames } from '../console/operator-names.ts';
import { type Database } from '../db/tables.ts';
import { type ImportRow } from './import-access.ts';

/** Describes imports with their operators and open approvals. */
export async function describeImports(
  db: Kysely<Database>,
  rows: readonly ImportRow[],
): Promise<ListedImport[]> {
  const getName = await loadOperatorNames(
    db,
    rows.map((row) => ({ operator_id: row.created_by })),
  );
  const approvals = await findApprovals(
    db,
    rows.map(({ uuid }) => uuid),
  );
  return rows.map((row) => ({
    id: row.uuid,
    kind: row.kind,
    region: row.region_id,
    file_name: row.file_name,
    bytes: row.bytes,
    state: row.state,
    phase: row.phase,
    rev: row.rev,
    created_by: { id: row.created_by, name: getName(row.created_by) },
    created_at: row.created_at.toISOString(),
    read_bytes: row.position,
    checked: {
      rows: row.checked_rows,
      new_rows: row.checked_new,
      known_rows: row.checked_known,
      rejected: row.checked_rejected,
    },
    applied: {
      rows: row.applied_rows,
      new_rows: row.applied_new,
      known_rows: row.applied_known,
      rejected: row.applied_rejected,
    },
    taken_back: row.taken_back,
    kept: row.kept,
    problem: row.problem,
    finished_at: row.finished_at?.toISOString() ?? null,
    open_approval: approvals.get(row.uuid) ?? null,
  }));
}

/** Finds the open approvals of imports. */
export async function findApprovals(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const openApprovals = await db
    .selectFrom('operator_approvals')
    .select(['uuid', 'record_id'])
    .where('record_kind', '=', 'import')
    .where('record_id', 'in', ids)
    .where('state', '=', 'open')
    .execute();
  return new Map(openApprovals.map(({ uuid, record_id }) => [record_id, uuid]));
}

/** Describes one import with its parts and its first rejected rows. */
export async function describeImport(db: Kysely<Database>, row: ImportRow): Promise<ImportRecord> {
  const [listedImport] = await describeImports(db, [row]);
  if (!listedImport) throw new Error('An import wasn’t described.');
  const parts = await db
    .selectFrom('import_parts')
    .select(['number', 'sha256'])
    .where('import_uuid', '=', row.uuid)
    .orderBy('number')
    .execute();
  const rejects = await db
    .selectFrom('import_rejects')
    .select(['line', 'problem'])
    .where('import_uuid', '=', row.uuid)
    .where('phase', '=', getRejectsPhase(row))
    .orderBy('line')
    .limit(MAX_LISTED_REJECTS)
    .execute();
  const awards = row.kind === 'awards' ? await sumAwards(db, row.uuid) : null;
  return {
    ...{ ...listedImport, why: row.why, awards, rejects, sha256: row.sha256 },
    parts: parts.map(({ number }) => number),
    part_hashes: parts.map(({ sha256 }) => sha256),
    columns: row.columns === null ? null : [...row.columns.positions],
  };
}

/** Sums three groups of awards: those that the check found, those in the ledger, and those that were reversed. */
async function sumAwards(db: Kysely<Database>, id: string): Promise<ImportRecord['awards']> {
  const isApplied = sql`award.ledger_uuid is not null`;
  const { rows } = await sql<
    Record<'checked' | 'checked_companies' | 'applied' | 'applied_companies' | 'reversed', number>
  >`
    select coalesce(sum(points), 0)::bigint as checked,
      count(distinct company_id) as checked_companies,
      coalesce(sum(points) filter (where ${isApplied}), 0)::bigint as applied,
      count(distinct company_id) filter (where ${isApplied}) as applied_companies,
      coalesce(sum(points) filter (
        where exists (select from point_corrections later where later.reverses = award.ledger_uuid)
      ), 0)::bigint as reversed
    from import_award_rows award where import_uuid = ${id}`.execute(db);
  const [sums] = rows;
  if (!sums) throw new Error('The awards of an import weren’t summed.');
  return {
    checked: { points: sums.checked, companies: sums.checked_companies },
    applied: { points: sums.applied, companies: sums.applied_companies },
    taken_back: sums.reversed,
  };
}

/** Returns the phase whose rejected rows are shown: `applying` once applying has started, `checking` before that. */
export const getRejectsPhase = ({ phase }: Pick<ImportRow, 'phase'>) =>
  phase === 'applying' || phase === 'taking_back' ? 'applying' : 'checking';
