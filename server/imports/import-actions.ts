import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { importProblems } from '#schemas/operator/import-calls.ts';
import { importKinds, type ImportKindId } from '#schemas/operator/import-kinds.ts';
import { requireStrength } from '../console/authenticate-operator.ts';
import { type OperatorActor, type OperatorHandler } from '../console/operator-handler.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { describeImport } from './describe-import.ts';
import { type ImportRow, lockImport, canImport } from './import-access.ts';
import {
  canTakeBack,
  planPhase,
  requireNoOpenApproval,
  resumablePhase,
  runPhaseOrRequestApproval,
} from './import-approval.ts';
import { getStarter, startPhase, stateChange, updateState } from './import-phases.ts';
import { type ImportPhase } from './import-tables.ts';
import { findSeparator, readHeader, UnreadableFileError } from './read-window.ts';

type Trx = Transaction<Database>;
type Problem = keyof typeof importProblems;

const conflict = (problem: Problem) =>
  new ApiFailure('conflict', { details: { reason: importProblems[problem] } });

export const createImport: OperatorHandler<typeof operatorCalls.createImport> = (
  { body: { kind, region, file_name, bytes, sha256, why }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    if (importKinds[kind].isGlobal !== (region === null))
      throw new ApiFailure('invalid_input', { field: 'body.region' });
    if (!canImport(operator.grants, { kind, region_id: region })) throw new ApiFailure('not_found');
    const { operatorId: created_by, sessionId: session_id } = operator;
    const row = await trx
      .insertInto('imports')
      .values({
        ...{ uuid: randomUUID(), kind, region_id: region, file_name, bytes, why },
        ...{ created_by, run_by: created_by, session_id, created_at: new Date(clock.now()) },
        ...{ state: 'uploading', sha256: sha256 ?? null },
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const after = { import_kind: kind, bytes };
    audit({ kind: 'import', id: row.uuid, region, before: null, after });
    return describeImport(trx, row);
  });

export const checkImport: OperatorHandler<typeof operatorCalls.checkImport> = ({
  params: { id },
  body: { columns, rev, why },
  operator,
  audit,
  runAction,
}) =>
  runAction(async (trx) => {
    const row = await lockUnchangedImport(trx, operator, id, rev);
    if (!canCheck(row)) throw conflict('state');
    if (!(await isComplete(trx, row))) throw conflict('incomplete');
    const separator = await findSeparator(trx, row);
    const count = await countColumns(trx, { ...row, separator });
    requireColumns(row.kind, columns, count);
    // Delete the results of an earlier check, which may have used other columns.
    await trx.deleteFrom('import_rejects').where('import_uuid', '=', row.uuid).execute();
    await trx.deleteFrom('import_keys').where('import_uuid', '=', row.uuid).execute();
    await trx.deleteFrom('import_shop_rows').where('import_uuid', '=', row.uuid).execute();
    await trx.deleteFrom('import_award_rows').where('import_uuid', '=', row.uuid).execute();
    await trx
      .updateTable('imports')
      .set({
        ...{ separator, columns: toJsonb({ positions: columns, count }) },
        ...{ checked_rows: 0, checked_new: 0, checked_known: 0, checked_rejected: 0 },
      })
      .where('uuid', '=', row.uuid)
      .execute();
    const startedImport = await startPhase(trx, row, 'checking', { operator, why });
    audit(stateChange(row, startedImport));
    return describeImport(trx, startedImport);
  });

/** True if all parts of the file are stored. */
async function isComplete(trx: Trx, { uuid, bytes }: ImportRow): Promise<boolean> {
  const { stored: storedBytes } = await trx
    .selectFrom('import_parts')
    .select((eb) => eb.fn.sum<number>(eb.fn('octet_length', ['content'])).as('stored'))
    .where('import_uuid', '=', uuid)
    .executeTakeFirstOrThrow();
  return Number(storedBytes) === bytes;
}

const canCheck = ({ state, phase }: ImportRow) =>
  state === 'uploading' ||
  state === 'checked' ||
  ((state === 'stopped' || state === 'failed') && phase === 'checking');

/** @throws ApiFailure `conflict` with the file's problem */
async function countColumns(
  trx: Trx,
  row: Pick<ImportRow, 'uuid' | 'bytes' | 'separator'>,
): Promise<number> {
  try {
    return (await readHeader(trx, row)).header.length;
  } catch (error) {
    if (error instanceof UnreadableFileError) throw conflict(error.problem);
    throw error;
  }
}

/** Throws `invalid_input` unless each required column is mapped to a different column of the file. */
function requireColumns(
  kind: ImportKindId,
  positions: readonly (number | null)[],
  count: number,
): void {
  const { columns } = importKinds[kind];
  const usedPositions = positions.filter((position) => position !== null);
  const isValid =
    positions.length === columns.length &&
    usedPositions.every((position) => position < count) &&
    new Set(usedPositions).size === usedPositions.length &&
    columns.every(({ isRequired }, index) => !isRequired || positions[index] !== null);
  if (isValid) return;
  const details = { reason: importProblems.columns };
  throw new ApiFailure('invalid_input', { field: 'body.columns', details });
}

export const applyImport: OperatorHandler<typeof operatorCalls.applyImport> = (
  { params: { id }, body: { rev, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const row = await lockUnchangedImport(trx, operator, id, rev);
    if (row.state !== 'checked') throw conflict('state');
    await requireNoOpenApproval(trx, row.uuid);
    const now = services.clock.now();
    requireStrength(operator, importKinds[row.kind].strength, now);
    const plan = await planPhase(trx, row, 'applying', { now, operator: operator.operatorId });
    const phase = { ...plan, act: 'applyImport' } as const;
    const context = { operator, why, audit, services };
    const { approval } = await runPhaseOrRequestApproval(trx, row, phase, context);
    return { approval };
  });

export const stopImport: OperatorHandler<typeof operatorCalls.stopImport> = (
  { params: { id }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const row = await lockImport(trx, operator, id);
    if (row.state !== row.phase) throw conflict('state');
    const finished_at = new Date(clock.now());
    const stoppedImport = await updateState(trx, row, { state: 'stopped', finished_at });
    audit(stateChange(row, stoppedImport));
    return describeImport(trx, stoppedImport);
  });

export const resumeImport: OperatorHandler<typeof operatorCalls.resumeImport> = (
  { params: { id }, body: { rev, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const row = await lockUnchangedImport(trx, operator, id, rev);
    const phase = resumablePhase(row);
    if (phase === null) throw conflict('state');
    // The file may have been deleted in the meantime.
    if (phase !== 'taking_back' && !(await isComplete(trx, row))) throw conflict('incomplete');
    const now = services.clock.now();
    requireStrength(operator, importKinds[row.kind].strength, now);
    const plan = await planResumption(trx, row, phase, now);
    const resumption = { ...plan, act: 'resumeImport' } as const;
    const context = { operator, why, audit, services };
    const outcome = await runPhaseOrRequestApproval(trx, row, resumption, context);
    return { ...(await describeImport(trx, outcome.row)), approval: outcome.approval };
  });

/**
 * Plans the rest of a phase that wasn't approved. The rest counts against the limits of the operator who started the
 * phase. Without this check, files that were started and stopped on several days could all be continued on one day.
 */
async function planResumption(trx: Trx, row: ImportRow, phase: ImportPhase, now: number) {
  if (phase === 'checking' || row.is_approved)
    return { isLarge: false, request: { rows: 0, regions: [] } };
  return planPhase(trx, row, phase, { now, operator: getStarter(row) });
}

export const takeBackImport: OperatorHandler<typeof operatorCalls.takeBackImport> = (
  { params: { id }, body: { rev, why }, operator, audit, runAction },
  services,
) =>
  runAction(async (trx) => {
    const row = await lockUnchangedImport(trx, operator, id, rev);
    if (!canTakeBack(row)) throw conflict('state');
    await requireNoOpenApproval(trx, row.uuid);
    const now = services.clock.now();
    requireStrength(operator, importKinds[row.kind].strength, now);
    const plan = await planPhase(trx, row, 'taking_back', { now, operator: operator.operatorId });
    const phase = { ...plan, act: 'takeBackImport' } as const;
    const context = { operator, why, audit, services };
    const outcome = await runPhaseOrRequestApproval(trx, row, phase, context);
    return { ...(await describeImport(trx, outcome.row)), approval: outcome.approval };
  });

/**
 * Locks an import, and checks that it has the state that the operator saw.
 * @throws ApiFailure `conflict`
 */
async function lockUnchangedImport(
  trx: Trx,
  operator: OperatorActor,
  id: string,
  rev: number,
): Promise<ImportRow> {
  const row = await lockImport(trx, operator, id);
  if (row.rev !== rev) throw new ApiFailure('conflict');
  return row;
}
