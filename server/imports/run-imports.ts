import { type Transaction } from 'kysely';
import { importProblems } from '#schemas/operator/import-calls.ts';
import { recordAction, recordOutcome } from '../console/audit.ts';
import { type AuditedChange } from '../console/operator-handler.ts';
import { readGrants } from '../console/operator-sessions.ts';
import { mustPause } from '../db/background-work.ts';
import { transact } from '../db/database.ts';
import { classifyDatabaseError } from '../db/database-errors.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { type ImportRow, canImport } from './import-access.ts';
import { runPhaseStep, type StepOutcome } from './import-steps.ts';
import { type ImportPhase } from './import-tables.ts';
import { UnreadableFileError } from './read-window.ts';

/** Maximum duration of a round, in ms. Between rounds, the process can do other work. */
const ROUND_MS = 900;
/** A phase ends once one of its steps has failed this many times in a row. */
const MAX_ATTEMPTS = 5;

/** Action recorded in the audit at the end of each phase. */
const actionByPhase: Readonly<Record<ImportPhase, string>> = {
  checking: 'checkImport',
  applying: 'applyImport',
  taking_back: 'takeBackImport',
};

/**
 * Runs steps of imports for a short time, always for the import that has had the fewest steps. Several processes can
 * do this concurrently. A crash does no harm, because a step stores its rows and its position in the file in one
 * transaction.
 * @param measureWait measures how long installers currently wait, in ms
 * @returns the number of steps
 */
export async function runImports(
  services: Services,
  measureWait?: Parameters<typeof mustPause>[1],
): Promise<number> {
  const endsAt = performance.now() + ROUND_MS;
  let steps = 0;
  while (performance.now() < endsAt) {
    if (await mustPause(services.db, measureWait)) break;
    if (!(await runStep(services))) break;
    steps += 1;
  }
  // Some kinds of imports enqueue messages to people.
  if (steps > 0) services.messages.sendUrgent();
  return steps;
}

/** @returns false if no import can continue now */
async function runStep(services: Services): Promise<boolean> {
  let currentImport: ImportRow | undefined;
  try {
    return await transact(services.db, async (trx) => {
      currentImport = await claimImport(trx);
      if (currentImport === undefined) return false;
      await continueImport(trx, services, currentImport);
      return true;
    });
  } catch (error) {
    if (currentImport === undefined || classifyDatabaseError(error) !== null) throw error;
    const failedImport = currentImport;
    const problem = error instanceof UnreadableFileError ? importProblems[error.problem] : null;
    if (problem === null)
      services.logger.error(
        { err: error, import: failedImport.uuid },
        'a step of an import failed',
      );
    await transact(services.db, (trx) => recordFailure(trx, services, failedImport, problem));
    return true;
  }
}

/** Locks a running import that no other process is working on. */
function claimImport(trx: Transaction<Database>): Promise<ImportRow | undefined> {
  return trx
    .selectFrom('imports')
    .selectAll()
    .where('state', 'in', ['checking', 'applying', 'taking_back'])
    .orderBy('steps')
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

async function continueImport(
  trx: Transaction<Database>,
  services: Services,
  row: ImportRow,
): Promise<void> {
  if (!(await canContinue(trx, row))) {
    await endPhase(trx, services, row, { state: 'stopped', problem: importProblems.right });
    return;
  }
  const outcome = await runPhaseStep(trx, services, row);
  await trx
    .updateTable('imports')
    .set({ ...outcome.progress, steps: row.steps + 1, attempts: 0 })
    .where('uuid', '=', row.uuid)
    .execute();
  if (outcome.changes.length > 0)
    await recordChanges(trx, services.clock.now(), row, { ...outcome, outcome: 'done' });
  if (outcome.end !== null) {
    await trx.deleteFrom('import_keys').where('import_uuid', '=', row.uuid).execute();
    await endPhase(trx, services, row, { state: outcome.end, problem: null, ...outcome });
  }
}

/** Returns false if the operator who runs the phase is no longer active or has lost the right to run it. */
async function canContinue(trx: Transaction<Database>, row: ImportRow): Promise<boolean> {
  const operator = await trx
    .selectFrom('operators')
    .select('active')
    .where('id', '=', row.run_by)
    .executeTakeFirst();
  return operator?.active === true && canImport(await readGrants(trx, row.run_by), row);
}

async function recordFailure(
  trx: Transaction<Database>,
  services: Services,
  failedImport: ImportRow,
  problem: string | null,
): Promise<void> {
  const row = await trx
    .selectFrom('imports')
    .selectAll()
    .where('uuid', '=', failedImport.uuid)
    .where('rev', '=', failedImport.rev)
    .where('steps', '=', failedImport.steps)
    .forUpdate()
    .executeTakeFirst();
  // The import was stopped, or another process has run the step.
  if (row === undefined) return;
  const attempts = row.attempts + 1;
  if (problem === null && attempts < MAX_ATTEMPTS) {
    await trx.updateTable('imports').set({ attempts }).where('uuid', '=', row.uuid).execute();
    return;
  }
  const end = { state: 'failed', problem: problem ?? importProblems.internal } as const;
  await endPhase(trx, services, row, end);
}

/** Ends a phase. The end and the row counts are recorded as an action of the operator who runs the phase. */
async function endPhase(
  trx: Transaction<Database>,
  { clock }: Services,
  row: ImportRow,
  end: Pick<ImportRow, 'state' | 'problem'> & Partial<Pick<StepOutcome, 'progress'>>,
): Promise<void> {
  const now = clock.now();
  const { state, problem, progress = {} } = end;
  await trx
    .updateTable('imports')
    .set({ state, problem, rev: row.rev + 1, finished_at: new Date(now) })
    .where('uuid', '=', row.uuid)
    .execute();
  const counts = getCounts({ ...row, ...progress });
  const change = {
    kind: 'import',
    id: row.uuid,
    region: row.region_id,
    before: { state: row.state },
    after: { state, ...counts, ...(problem !== null && { problem }) },
  };
  const outcome = state === 'failed' ? (problem ?? 'failed') : 'done';
  await recordChanges(trx, now, row, { changes: [change], outcome });
}

/** Records changes as an action of the operator who runs the phase. */
async function recordChanges(
  trx: Transaction<Database>,
  now: number,
  row: ImportRow,
  { changes, outcome }: { readonly changes: readonly AuditedChange[]; readonly outcome: string },
): Promise<void> {
  const name = row.phase === null ? 'checkImport' : actionByPhase[row.phase];
  const operatorId = row.run_by;
  const id = await recordAction(trx, now, {
    kind: 'act',
    act: name,
    operatorId,
    sessionId: row.session_id,
    region: row.region_id,
    record: { kind: 'import', id: row.uuid },
    why: row.why,
  });
  await recordOutcome(trx, now, { id, name, operatorId, changes, outcome });
}

/** Returns the phase's row counts for the audit. */
function getCounts(row: ImportRow) {
  if (row.phase === 'taking_back') return { taken_back: row.taken_back, kept: row.kept };
  const isCheck = row.phase === 'checking';
  return {
    rows: isCheck ? row.checked_rows : row.applied_rows,
    new_rows: isCheck ? row.checked_new : row.applied_new,
    known_rows: isCheck ? row.checked_known : row.applied_known,
    rejected: isCheck ? row.checked_rejected : row.applied_rejected,
  };
}
