import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { AWARD_REPEAT_DAYS } from '#schemas/operator/import-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { findOwnCompany } from '../console/own-company.ts';
import { type Database } from '../db/tables.ts';
import { addCorrections } from '../points/point-corrections.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type BatchResult, type Rejection } from '../setup/list-batch.ts';
import { findNamedCompanies } from './award-companies.ts';
import { readAwards } from './award-limits.ts';
import { awardReasons, type AwardRow, readAwardRow, reject } from './award-row.ts';
import { type ImportKind, type ImportOrigin, type PlannedRow } from './import-kind.ts';
import { takeBackAwards } from './take-back-awards.ts';

type Trx = Transaction<Database>;
type Rows = readonly (readonly string[])[];

/** Number of rows per step. Their companies stay locked until the step ends. */
const STEP_ROWS = 1000;

/** A row with its company. */
interface Award extends AwardRow {
  readonly line: number;
  readonly companyId: string;
}

interface Plan {
  readonly awards: readonly Award[];
  readonly rejected: Rejection[];
}

/** Points for a country's companies. Each award is a correction that adds points. */
export const awardImport: ImportKind = {
  stepRows: STEP_ROWS,
  plan: async (db, origin, rows, lines) => {
    const { awards, rejected } = await planRows(db, origin, rows, lines);
    const seenKeys = new Set<string>();
    const firstAwards = awards.filter((award) => {
      const isFirst = !seenKeys.has(toKey(award));
      seenKeys.add(toKey(award));
      if (!isFirst) rejected.push(reject(award.index, 'twice'));
      return isFirst;
    });
    const added = firstAwards.map((award) => ({
      index: award.index,
      key: toKey(award),
      // If several rows have the same company and reason, only the first one is used. `once` makes their values differ,
      // so that even an identical row is rejected instead of ignored. The author might want both awards to count.
      values: JSON.stringify({ ...toPlanned(award), once: randomUUID() }),
    }));
    return {
      added,
      result: toResult(rows.length, added.length, rejected),
      duplicateReason: awardReasons.twice,
    };
  },
  savePlan,
  write: writeRows,
  takeBack: takeBackAwards,
  readAwards,
  shownFields: (fields) => fields,
  shownCell: (cell) => cell,
};

const toKey = ({ companyId, event }: Pick<Award, 'companyId' | 'event'>) => `${companyId} ${event}`;
const toPlanned = ({ line, companyId: company, event, points }: Award) => ({
  ...{ line, company, event, points },
});

const toResult = (rows: number, added: number, rejected: Rejection[]): BatchResult => ({
  added,
  unchanged: rows - added - rejected.length,
  rejected,
});

/**
 * Returns the import's country.
 * @throws if the import has no country; `createImport` rejects such an import
 */
function getImportRegion({ region }: Pick<ImportOrigin, 'region'>): RegionId {
  if (region === null) throw new Error('An import of awards has no country.');
  return region;
}

/** Finds the rows' companies, and rejects rows unless exactly one company can get the points. */
async function planRows(
  db: Kysely<Database>,
  origin: ImportOrigin,
  rows: Rows,
  lines: readonly number[],
  lock?: (ids: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Plan> {
  const rejected: Rejection[] = [];
  const parsedRows: AwardRow[] = [];
  for (const [index, fields] of rows.entries()) {
    const row = readAwardRow(index, fields);
    if ('problem' in row) rejected.push(row);
    else parsedRows.push(row);
  }
  const texts = [...new Set(parsedRows.map(({ company }) => company))];
  const companies = await findNamedCompanies(db, getImportRegion(origin), texts);
  const foundCompanies = [...companies.values()].flat();
  const blockedCompanies =
    (await lock?.(foundCompanies.map(({ id }) => id))) ??
    new Set(foundCompanies.filter(({ isBlocked }) => isBlocked).map(({ id }) => id));
  const ownCompany = await findOwnCompany(db, origin.operatorId);
  const awards: Award[] = [];
  for (const row of parsedRows) {
    const [company, ...others] = companies.get(row.company) ?? [];
    if (company === undefined) rejected.push(reject(row.index, 'unknown_company'));
    else if (others.length > 0) rejected.push(reject(row.index, 'ambiguous_company'));
    else if (company.id === ownCompany) rejected.push(reject(row.index, 'own_company'));
    else if (blockedCompanies.has(company.id)) rejected.push(reject(row.index, 'blocked'));
    else awards.push({ ...row, line: lines[row.index] ?? 0, companyId: company.id });
  }
  const repeatedAwards = await loadRecentAwards(db, origin, awards);
  return {
    awards: awards.filter((award) => {
      const isRepeated = repeatedAwards.has(`${toKey(award)} ${award.points}`);
      if (isRepeated) rejected.push(reject(award.index, 'repeated'));
      return !isRepeated;
    }),
    rejected,
  };
}

/** Loads recent awards of other imports, so that importing the same file again adds nothing. */
async function loadRecentAwards(
  db: Kysely<Database>,
  { importId, services }: ImportOrigin,
  awards: readonly Award[],
): Promise<ReadonlySet<string>> {
  const since = new Date(services.clock.now() - AWARD_REPEAT_DAYS * DAY_MS);
  const rows = await db
    .selectFrom('import_award_rows as award')
    .select(['company_id', 'event', 'points'])
    .where('company_id', '=', anyUuid([...new Set(awards.map(({ companyId }) => companyId))]))
    .where('import_uuid', '<>', importId)
    .where('applied_at', '>', since)
    .where(
      sql<boolean>`not exists (select from point_corrections later where later.reverses = award.ledger_uuid)`,
    )
    .execute();
  return new Set(rows.map((row) => `${row.company_id} ${row.event} ${row.points}`));
}

/** Stores the awards found by the check. The import adds only these. */
async function savePlan(
  trx: Trx,
  { importId }: Pick<ImportOrigin, 'importId'>,
  plannedRows: readonly PlannedRow[],
): Promise<void> {
  // The cast is safe, because `plan` has written the values with these fields.
  const rows = plannedRows.map(({ values }) => JSON.parse(values) as Record<string, unknown>);
  await sql`
    insert into import_award_rows (import_uuid, line, company_id, event, points)
    select ${importId}::uuid, line, company, event, points
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as planned (line integer, company uuid, event text, points integer)`.execute(trx);
}

/** Adds the awards found by the check to the ledgers of their companies. Each award is added only once. */
async function writeRows(
  trx: Trx,
  origin: ImportOrigin,
  rows: Rows,
  lines: readonly number[],
): Promise<BatchResult> {
  const lock = (ids: readonly string[]) => lockAwarded(trx, ids);
  const { awards, rejected } = await planRows(trx, origin, rows, lines, lock);
  const checkedAwards = await loadCheckedAwards(trx, origin.importId, awards);
  const newAwards = awards.filter((award) => {
    const { index, line, points } = award;
    const checkedAward = checkedAwards.get(toKey(award));
    if (checkedAward !== undefined && checkedAward.line !== line)
      rejected.push(reject(index, 'twice'));
    // Only the awards found by the check were approved, or exempt from approval.
    else if (checkedAward?.points !== points) rejected.push(reject(index, 'changed'));
    else return checkedAward.ledger_uuid === null;
    return false;
  });
  await writeAwards(trx, origin, newAwards);
  return toResult(rows.length, newAwards.length, rejected);
}

/**
 * Locks companies in the same order as other transactions.
 * @returns those that are blocked
 */
async function lockAwarded(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('companies')
    .select(['id', 'active'])
    .where('id', '=', anyUuid(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Set(rows.filter(({ active }) => active === 0).map(({ id }) => id));
}

/** Loads the check's awards, by company and reason. */
async function loadCheckedAwards(trx: Trx, importId: string, awards: readonly Award[]) {
  const rows = await trx
    .selectFrom('import_award_rows')
    .select(['line', 'company_id as companyId', 'event', 'points', 'ledger_uuid'])
    .where('import_uuid', '=', importId)
    .where('company_id', '=', anyUuid([...new Set(awards.map(({ companyId }) => companyId))]))
    .execute();
  return new Map(rows.map((row) => [toKey(row), row]));
}

async function writeAwards(
  trx: Trx,
  { importId, region, isApproved, services, audit }: ImportOrigin,
  awards: readonly Award[],
): Promise<void> {
  const now = services.clock.now();
  const corrections = awards.map((award) => ({ ...award, ledgerUuid: randomUUID() }));
  await claimRows(trx, importId, { corrections, now });
  for (const { correction, before, after } of await addCorrections(trx, corrections, {
    now,
    isApproved,
  })) {
    const { companyId: id, event: reason, line } = correction;
    const change = { balance: after, reason, line };
    audit({ kind: 'company', id, region, before: { balance: before }, after: change });
  }
}

/**
 * Links rows to their ledger lines.
 * @throws if a row already has a ledger line
 */
async function claimRows(
  trx: Trx,
  importId: string,
  {
    corrections,
    now,
  }: {
    readonly corrections: readonly { readonly line: number; readonly ledgerUuid: string }[];
    readonly now: number;
  },
): Promise<void> {
  const claims = corrections.map(({ line, ledgerUuid: id }) => ({ line, id }));
  const { numAffectedRows } = await sql`
    update import_award_rows award set ledger_uuid = claim.id, applied_at = ${new Date(now)}
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as claim (line integer, id uuid)
    where award.import_uuid = ${importId} and award.line = claim.line and award.ledger_uuid is null`.execute(
    trx,
  );
  if (Number(numAffectedRows ?? 0) !== claims.length)
    throw new Error('An import row already has a ledger line.');
}
