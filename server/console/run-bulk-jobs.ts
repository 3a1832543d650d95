import { type Selectable, type Transaction } from 'kysely';
import * as v from 'valibot';
import { DAY_MS } from '#schemas/durations.ts';
import { RECORD_CHANGED } from '#schemas/operator/bulk-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { recordAction, recordOutcome } from './audit.ts';
import { type BulkAction } from './bulk-action.ts';
import { bulkActions } from './bulk-actions.ts';
import { canRun, openInput, stopForbiddenJob, unfinishedStates } from './bulk-jobs.ts';
import { type AuditedChange, type OperatorActor } from './operator-handler.ts';
import { scopedQueries } from './operator-scope.ts';
import { readGrants } from './operator-sessions.ts';
import { requireOtherCompany } from './own-company.ts';

/** Maximum time per round, so that other jobs of the same schedule can run in between. */
const ROUND_MS = 800;
/** A job is deleted after this time; its rows stay in the audit. */
export const BULK_JOBS_TTL_MS = 30 * DAY_MS;

type JobRow = Selectable<Database['bulk_jobs']>;
type JobRowRecord = Selectable<Database['bulk_job_rows']>;

/**
 * Runs rows of bulk actions for a short time, taking one row from each job in turn. Safe in several processes and after
 * a crash: a row is marked as done in its action's transaction.
 * @returns the number of rows that are done or have failed
 */
export async function runBulkJobs(services: Services): Promise<number> {
  const endsAt = performance.now() + ROUND_MS;
  let jobs = await findRunnableJobs(services);
  let count = 0;
  while (jobs.length > 0 && performance.now() < endsAt) {
    const unfinishedJobs: JobRow[] = [];
    for (const job of jobs) {
      if (await runNextRow(services, job)) {
        count += 1;
        unfinishedJobs.push(job);
      } else await finishJob(services, job);
    }
    jobs = unfinishedJobs;
  }
  if (count > 0) services.messages.sendUrgent();
  return count;
}

/** Finds the running jobs that are due. Stops running and paused jobs whose operator has left or lost the right. */
async function findRunnableJobs({ db, clock }: Services): Promise<JobRow[]> {
  const unfinishedJobs = await db
    .selectFrom('bulk_jobs')
    .innerJoin('operators', 'operators.id', 'bulk_jobs.operator_id')
    .selectAll('bulk_jobs')
    .select('operators.active')
    .where('state', 'in', unfinishedStates)
    .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '<=', new Date(clock.now()))]))
    .orderBy('bulk_jobs.created_at')
    .execute();
  const runnableJobs: JobRow[] = [];
  for (const { active, ...job } of unfinishedJobs) {
    const mayRun = active && canRun(job, await readGrants(db, job.operator_id));
    if (!mayRun) await transact(db, (trx) => stopForbiddenJob(trx, job, clock.now()));
    else if (job.state === 'running') runnableJobs.push(job);
  }
  return runnableJobs;
}

/** Ends a job if it has no waiting rows left. A row that another process is still running counts as waiting. */
async function finishJob({ db, clock }: Services, job: JobRow): Promise<void> {
  const unfinishedRow = await db
    .selectFrom('bulk_job_rows')
    .select('position')
    .where('job', '=', job.uuid)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  if (unfinishedRow !== undefined) return;
  await db
    .updateTable('bulk_jobs')
    .set({ state: 'done', finished_at: new Date(clock.now()) })
    .where('uuid', '=', job.uuid)
    .where('state', '=', 'running')
    .execute();
}

/** @returns false if the job has no row that can run now */
async function runNextRow(services: Services, job: JobRow): Promise<boolean> {
  const act = bulkActions[job.act];
  if (act === undefined) return false;
  let currentRow: JobRowRecord | undefined;
  try {
    return await transact(services.db, async (trx) => {
      currentRow = await lockRow(trx, job.uuid, null);
      if (currentRow === undefined) return false;
      await runRow(trx, { services, job, act, row: currentRow });
      return true;
    });
  } catch (error) {
    if (currentRow === undefined) throw error;
    const problem = getProblem(error);
    if (problem === null) {
      services.logger.error({ err: error, job: job.uuid }, 'a row of a bulk action failed');
    }
    const failure = { services, job, act, row: currentRow, problem: problem ?? 'internal' };
    await transact(services.db, (trx) => recordFailure(trx, failure));
    return true;
  }
}

/** Error code or reason of an expected failure; null for others. */
function getProblem(error: unknown): string | null {
  if (error instanceof ApiFailure) {
    const { field, reason } = error.errors[0] ?? {};
    return field === 'body.rev' ? RECORD_CHANGED : (reason ?? error.code);
  }
  return error instanceof v.ValiError ? 'invalid_input' : null;
}

/**
 * Locks the given row, or the next waiting row that no other process is running. Returns undefined if there is no such
 * row or the job was stopped.
 */
async function lockRow(
  trx: Transaction<Database>,
  job: string,
  position: number | null,
): Promise<JobRowRecord | undefined> {
  const runningJob = await trx
    .selectFrom('bulk_jobs')
    .select('uuid')
    .where('uuid', '=', job)
    .where('state', '=', 'running')
    .forShare()
    .executeTakeFirst();
  if (runningJob === undefined) return undefined;
  return trx
    .selectFrom('bulk_job_rows')
    .selectAll()
    .where('job', '=', job)
    .where('state', '=', 'waiting')
    .$if(position !== null, (rows) => rows.where('position', '=', position ?? 0))
    .orderBy('position')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

interface RowWork {
  readonly services: Services;
  readonly job: JobRow;
  readonly act: BulkAction;
  readonly row: JobRowRecord;
}

async function runRow(trx: Transaction<Database>, work: RowWork): Promise<void> {
  const { services, job, act, row } = work;
  const changes: AuditedChange[] = [];
  const audit = (change: AuditedChange) => void changes.push(change);
  const input = openInput(
    services.pepper,
    { uuid: job.uuid, position: row.position },
    row.sealed_input,
  );
  const records = { kind: act.recordKind, ids: [row.record_id] };
  await requireOtherCompany(trx, job.operator_id, records);
  const operator = await readActor(trx, job, act);
  const { why, is_approved: isApproved } = job;
  const context = { operator, why, isApproved, services, audit };
  await act.run(trx, { recordId: row.record_id, input, ...context });
  await recordRow(trx, work, { changes, outcome: 'done' });
  await trx
    .updateTable('bulk_job_rows')
    .set({ state: 'done', problem: null, sealed_input: null })
    .where('job', '=', job.uuid)
    .where('position', '=', row.position)
    .execute();
}

/** Reads the job's operator with their current roles, as if they ran the action now with their passkey. */
async function readActor(
  trx: Transaction<Database>,
  { operator_id: operatorId, session_id }: JobRow,
  { right }: BulkAction,
): Promise<OperatorActor> {
  const { name, email } = await trx
    .selectFrom('operators')
    .select(['name', 'email'])
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow();
  const grants = await readGrants(trx, operatorId);
  const regions = regionsWithRight(grants, right);
  return {
    ...{ operatorId, name, email, grants, regions, sessionId: session_id ?? '' },
    ...{ strength: 'passkey', passkeyUsedAt: null, idleExpiresAt: 0, expiresAt: 0 },
    queries: scopedQueries(trx, regions),
  };
}

/** Marks a row as failed, unless it has run in the meantime. */
async function recordFailure(
  trx: Transaction<Database>,
  { problem, ...work }: RowWork & { readonly problem: string },
): Promise<void> {
  const { job, row } = work;
  if ((await lockRow(trx, job.uuid, row.position)) === undefined) return;
  await recordRow(trx, work, { changes: [], outcome: problem });
  await trx
    .updateTable('bulk_job_rows')
    .set({ state: 'failed', problem })
    .where('job', '=', job.uuid)
    .where('position', '=', row.position)
    .execute();
}

/** Records a row as an action of the operator who started the job. */
async function recordRow(
  trx: Transaction<Database>,
  { services, job, act, row }: RowWork,
  { changes, outcome }: { readonly changes: readonly AuditedChange[]; readonly outcome: string },
): Promise<void> {
  const now = services.clock.now();
  const [region = null] = job.region_ids.length === 1 ? job.region_ids : [];
  const id = await recordAction(trx, now, {
    kind: 'act',
    act: job.act,
    operatorId: job.operator_id,
    sessionId: job.session_id,
    region: changes[0]?.region ?? region,
    record: { kind: act.recordKind, id: row.record_id },
    why: job.why,
  });
  const { act: name, operator_id: operatorId } = job;
  await recordOutcome(trx, now, { id, name, operatorId, changes, outcome });
}
