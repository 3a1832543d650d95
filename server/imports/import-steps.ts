import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { importKinds, type ImportState } from '#schemas/operator/import-kinds.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { anyUuid } from '../scans/any-of.ts';
import { type Services } from '../services.ts';
import { type BatchResult } from '../setup/list-batch.ts';
import { type ImportRow } from './import-access.ts';
import { type ImportKind, type ImportOrigin } from './import-kind.ts';
import { importsByKind } from './import-kinds.ts';
import { getStarter } from './import-phases.ts';
import { readWindow } from './read-window.ts';

type Progress = Partial<
  Pick<
    ImportRow,
    | 'position'
    | 'line'
    | 'resume_after'
    | 'checked_rows'
    | 'checked_new'
    | 'checked_known'
    | 'checked_rejected'
    | 'applied_rows'
    | 'applied_new'
    | 'applied_known'
    | 'applied_rejected'
    | 'taken_back'
    | 'kept'
  >
>;

/** Result of a step, stored in its transaction. */
export interface StepOutcome {
  readonly progress: Progress;
  /** State after the phase; null while it continues. */
  readonly end: ImportState | null;
  /** Changes to records, for the audit. */
  readonly changes: readonly AuditedChange[];
}

/**
 * Runs the next step of the import's phase.
 * @throws UnreadableFileError
 */
export async function runPhaseStep(
  trx: Transaction<Database>,
  services: Services,
  row: ImportRow,
): Promise<StepOutcome> {
  const kind = importsByKind[row.kind];
  const changes: AuditedChange[] = [];
  const origin = {
    importId: row.uuid,
    region: row.region_id,
    operatorId: row.run_by,
    sessionId: row.session_id,
    why: row.why,
    startedBy: getStarter(row),
    isApproved: row.is_approved,
    services,
    audit: (change: AuditedChange) => void changes.push(change),
  };
  if (row.phase === 'taking_back') {
    const outcome = await takeBackStep(trx, kind, origin, row);
    return { ...outcome, changes };
  }
  const isCheck = row.phase === 'checking';
  const isStart = row.line === 0;
  // The first row contains the column names.
  const maxRows = kind.isOneByOne === true && !isCheck ? (isStart ? 2 : 1) : kind.stepRows;
  const { rows, next, isEnd } = await readWindow(trx, row, row, maxRows);
  const data = isStart ? rows.slice(1) : rows;
  const fields = data.map((fileRow) => mapFields(row, fileRow.fields));
  const lines = data.map(({ line }) => line);
  const result = isCheck
    ? await checkRows(trx, kind, origin, { rows: fields, lines })
    : await kind.write(trx, origin, fields, lines);
  const rejects = result.rejected.map(({ index, problem, reason }) => ({
    import_uuid: row.uuid,
    phase: isCheck ? ('checking' as const) : ('applying' as const),
    line: lines[index] ?? 0,
    problem,
    reason,
    fields: [...kind.shownFields(fields[index] ?? [])],
  }));
  await insertRejects(trx, rejects);
  const counts = isCheck ? addChecked(row, fields, result) : addApplied(row, fields, result);
  const end = isCheck ? 'checked' : 'applied';
  if (isEnd && !isCheck) await endApplication(trx, kind, origin);
  return { progress: { ...next, ...counts }, end: isEnd ? end : null, changes };
}

async function endApplication(
  trx: Transaction<Database>,
  kind: ImportKind,
  origin: ImportOrigin,
): Promise<void> {
  await kind.finish?.(trx, origin);
  if (kind.isSecret !== true) return;
  await trx.deleteFrom('import_parts').where('import_uuid', '=', origin.importId).execute();
}

type Rows = readonly (readonly string[])[];

function addChecked(row: ImportRow, { length }: Rows, result: BatchResult): Progress {
  return {
    checked_rows: row.checked_rows + length,
    checked_new: row.checked_new + result.added,
    checked_known: row.checked_known + result.unchanged,
    checked_rejected: row.checked_rejected + result.rejected.length,
  };
}

function addApplied(row: ImportRow, { length }: Rows, result: BatchResult): Progress {
  return {
    applied_rows: row.applied_rows + length,
    applied_new: row.applied_new + result.added,
    applied_known: row.applied_known + result.unchanged,
    applied_rejected: row.applied_rejected + result.rejected.length,
  };
}

/**
 * Returns a row's values in the order of the kind's columns. A row with more or fewer fields than the file's first
 * row gets a wrong number of values, so that the kind rejects it.
 */
function mapFields({ columns, kind }: ImportRow, fields: readonly string[]): string[] {
  const { positions = [], count = 0 } = columns ?? {};
  if (fields.length < count) return fields.slice(0, importKinds[kind].columns.length - 1);
  const mappedFields = positions.map((position) =>
    position === null ? '' : (fields[position] ?? ''),
  );
  return fields.length > count ? [...mappedFields, ''] : mappedFields;
}

/** Checks rows. Also finds rows that repeat another row, even one from an earlier step. */
async function checkRows(
  trx: Transaction<Database>,
  kind: ImportKind,
  origin: ImportOrigin,
  { rows, lines }: { readonly rows: Rows; readonly lines: readonly number[] },
): Promise<BatchResult> {
  const { added, result, duplicateReason, conflictReason } = await kind.plan(
    trx,
    origin,
    rows,
    lines,
  );
  if (added.length === 0) return result;
  const { importId, services } = origin;
  // The hash needs a secret, because a row's key may be a voucher code.
  const hash = (text: string) =>
    createHmac('sha256', services.pepper).update(text).digest('hex').slice(0, UUID_DIGITS);
  const hashes = added.map(({ key, values, index }) => ({
    index,
    key: hash(`${importId} ${key}`),
    digest: hash(values),
  }));
  const isNew = await insertKeys(trx, importId, hashes);
  const firstRows = added.filter((_row, position) => isNew.has(hashes[position]?.key ?? ''));
  const uniqueValues = firstRows.flatMap(({ index, key, uniqueValue }) =>
    uniqueValue === undefined
      ? []
      : [
          {
            index,
            row: hash(`${importId} ${key}`),
            key: hash(`${importId} unique ${uniqueValue}`),
          },
        ],
  );
  const newKeys = await insertKeys(
    trx,
    importId,
    uniqueValues.map(({ key }) => ({ key, digest: key })),
  );
  const conflictingRows = uniqueValues.filter(({ key }) => !newKeys.has(key));
  // The keys of rejected rows are deleted, so that a later row with the same key doesn't count as a repeat.
  await deleteKeys(
    trx,
    importId,
    conflictingRows.map(({ row }) => row),
  );
  const rejectedIndexes = new Set(conflictingRows.map(({ index }) => index));
  await kind.savePlan?.(
    trx,
    origin,
    firstRows.filter(({ index }) => !rejectedIndexes.has(index)),
  );
  const repeatedHashes = hashes.filter(({ key }) => !isNew.has(key));
  const differingRows = await findDifferingRows(trx, importId, repeatedHashes);
  return {
    added: result.added - repeatedHashes.length - conflictingRows.length,
    unchanged: result.unchanged + repeatedHashes.length - differingRows.length,
    rejected: [
      ...result.rejected,
      ...differingRows.map(({ index }) => ({ index, ...duplicateReason })),
      ...conflictingRows.map(({ index }) => ({ index, ...(conflictReason ?? duplicateReason) })),
    ],
  };
}

interface RowKey {
  readonly key: string;
  /** Hash of the row's values. */
  readonly digest: string;
}

/**
 * Stores keys of rows.
 * @returns the keys that no earlier row has
 */
async function insertKeys(
  trx: Transaction<Database>,
  importId: string,
  keys: readonly RowKey[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const storedKeys = await sql<{ key: string }>`
    insert into import_keys (import_uuid, key, digest)
    select ${importId}::uuid, row.key, row.digest from unnest(
      ${keys.map(({ key }) => key)}::uuid[], ${keys.map(({ digest }) => digest)}::uuid[]
    ) as row (key, digest)
    on conflict do nothing returning key`.execute(trx);
  return new Set(storedKeys.rows.map(({ key }) => toDigits(key)));
}

async function deleteKeys(
  trx: Transaction<Database>,
  importId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await trx
    .deleteFrom('import_keys')
    .where('import_uuid', '=', importId)
    .where('key', '=', anyUuid(keys))
    .execute();
}

/** Returns the rows whose values differ from those of the earlier row with the same key. */
async function findDifferingRows<Row extends RowKey>(
  trx: Transaction<Database>,
  importId: string,
  repeatedRows: readonly Row[],
): Promise<readonly Row[]> {
  if (repeatedRows.length === 0) return [];
  const earlierKeys = await trx
    .selectFrom('import_keys')
    .select(['key', 'digest'])
    .where('import_uuid', '=', importId)
    .where('key', '=', anyUuid(repeatedRows.map(({ key }) => key)))
    .execute();
  const digests = new Map(earlierKeys.map(({ key, digest }) => [toDigits(key), toDigits(digest)]));
  return repeatedRows.filter(({ key, digest }) => digests.get(key) !== digest);
}

/** Hashes are stored as UUIDs, the smallest type for 16 bytes. */
const UUID_DIGITS = 32;
const toDigits = (id: string) => id.replaceAll('-', '');

async function insertRejects(
  trx: Transaction<Database>,
  rejects: readonly {
    readonly import_uuid: string;
    readonly phase: 'checking' | 'applying';
    readonly line: number;
    readonly problem: string;
    readonly reason: string;
    readonly fields: string[];
  }[],
): Promise<void> {
  if (rejects.length === 0) return;
  const json = JSON.stringify(rejects);
  await sql`
    insert into import_rejects (import_uuid, phase, line, problem, reason, fields)
    select import_uuid, phase, line, problem, reason, fields
    from jsonb_to_recordset(${json}::jsonb)
      as reject (import_uuid uuid, phase text, line integer, problem text, reason text, fields text[])`.execute(
    trx,
  );
}

async function takeBackStep(
  trx: Transaction<Database>,
  kind: ImportKind,
  origin: ImportOrigin,
  row: ImportRow,
): Promise<Omit<StepOutcome, 'changes'>> {
  if (!kind.takeBack) throw new Error(`Rows of ${row.kind} can’t be undone.`);
  const {
    removed: removedCount,
    kept: keptCount,
    next,
  } = await kind.takeBack(trx, origin, row.resume_after);
  const progress = {
    resume_after: next,
    taken_back: row.taken_back + removedCount,
    kept: row.kept + keptCount,
  };
  return { progress, end: next === null ? 'taken_back' : null };
}
