import { randomUUID } from 'node:crypto';
import { type Kysely, type Transaction } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type BulkJob, MAX_LISTED_FAILURES } from '#schemas/operator/bulk-calls.ts';
import { regionsWithRight } from '#schemas/operator/operator-rights.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { openCode, sealCode } from '../messages/queue/sealed-code.ts';
import { type Services } from '../services.ts';
import { recordDoneActions } from './audit.ts';
import { bulkActions } from './bulk-actions.ts';
import { type AuditedChange, type OperatorActor } from './operator-handler.ts';
import { commonRegion } from './operator-scope.ts';

/** States of jobs that have rows left to run. */
export const unfinishedStates = ['running', 'paused'] as const;

/** Rows per insert statement, below the limit on parameters. */
const CHUNK = 5000;
/** Maximum number of listed jobs that have ended. */
const MAX_LISTED_JOBS = 20;
/** Name of the audited action that undoes a planned decision. */
const UNDO = 'undoPlannedDecision';
/** Purpose of the key that encrypts the input of rows. */
const PURPOSE = 'input of bulk acts';

interface NewBulkJob {
  /** Id of the action in `bulkActions`. */
  readonly act: string;
  readonly why: string;
  /** True if a second person has approved the rows. */
  readonly isApproved?: boolean;
  /** When the rows start to run, in milliseconds since 1970; immediately by default. */
  readonly dueAt?: number | undefined;
  readonly regions: readonly RegionId[];
  readonly rows: readonly {
    readonly recordId: string;
    /** Shown in the operator's list of failed rows, so it must not contain personal data. */
    readonly label: string;
    /** Stored encrypted, since it may contain codes. */
    readonly input?: unknown;
  }[];
}

interface StartContext {
  /** The session is null if a second person's approval started the job. */
  readonly operator: Pick<OperatorActor, 'operatorId'> & { readonly sessionId: string | null };
  readonly services: Pick<Services, 'clock' | 'pepper'>;
  readonly audit: (change: AuditedChange) => void;
}

/**
 * Starts a bulk action, in the transaction of the action that requests it (`runAction`). The rows run within seconds,
 * each as an audited action. Records must be distinct and in the operator's countries.
 */
export async function startBulkJob(
  trx: Transaction<Database>,
  { act, why, regions, rows, isApproved = false, dueAt }: NewBulkJob,
  { operator, services, audit }: StartContext,
): Promise<{ readonly job: string; readonly total: number }> {
  if (bulkActions[act] === undefined) throw new Error(`${act} isn’t a bulk action.`);
  const uuid = randomUUID();
  const total = rows.length;
  await trx
    .insertInto('bulk_jobs')
    .values({
      uuid,
      act,
      why,
      total,
      is_approved: isApproved,
      due_at: dueAt === undefined ? null : new Date(dueAt),
      region_ids: [...new Set(regions)],
      operator_id: operator.operatorId,
      session_id: operator.sessionId,
      created_at: new Date(services.clock.now()),
    })
    .execute();
  const values = rows.map(({ recordId, label, input }, position) => ({
    job: uuid,
    position,
    record_id: recordId.toLowerCase(),
    label,
    sealed_input:
      input === undefined ? null : sealInput(services.pepper, { uuid, position }, input),
  }));
  for (let from = 0; from < total; from += CHUNK) {
    await trx
      .insertInto('bulk_job_rows')
      .values(values.slice(from, from + CHUNK))
      .execute();
  }
  const region = commonRegion(regions);
  audit({ kind: 'bulk_job', id: uuid, region, before: null, after: { act, rows: total } });
  return { job: uuid, total };
}

interface RowPosition {
  readonly uuid: string;
  readonly position: number;
}

function sealInput(pepper: string, { uuid, position }: RowPosition, input: unknown): string {
  return sealCode(pepper, `${uuid}:${position}`, JSON.stringify(input), PURPOSE);
}

/** Decrypts a row's input. Throws if the pepper has changed in the meantime. */
export function openInput(
  pepper: string,
  { uuid, position }: RowPosition,
  sealedInput: string | null,
): unknown {
  if (sealedInput === null) return null;
  const text = openCode(pepper, `${uuid}:${position}`, sealedInput, PURPOSE);
  if (text === null) throw new ApiFailure('internal');
  return JSON.parse(text);
}

/** Query for jobs with their row counts. */
function selectJobs(db: Kysely<Database>) {
  return db
    .selectFrom('bulk_jobs as job')
    .innerJoin('operators', 'operators.id', 'job.operator_id')
    .selectAll('job')
    .select('operators.name')
    .select((eb) => {
      const countRows = (state: 'done' | 'failed') =>
        eb
          .selectFrom('bulk_job_rows as row')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('row.job', '=', 'job.uuid')
          .where('row.state', '=', state);
      return [countRows('done').as('done'), countRows('failed').as('failed')];
    });
}

type JobRow = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>;

function toBulkJob(job: JobRow): BulkJob {
  return {
    id: job.uuid,
    act: job.act,
    record_kind: bulkActions[job.act]?.recordKind ?? null,
    operator: { id: job.operator_id, name: job.name },
    state: job.state,
    total: job.total,
    done: Number(job.done ?? 0),
    failed: Number(job.failed ?? 0),
    created_at: job.created_at.toISOString(),
    due_at: job.due_at?.toISOString() ?? null,
    finished_at: job.finished_at?.toISOString() ?? null,
  };
}

/** Lists all unfinished jobs of the operator, then the latest ones that ended; of each, the newest first. */
export async function listOwnJobs(
  db: Kysely<Database>,
  { operatorId }: Pick<OperatorActor, 'operatorId'>,
  now: number,
): Promise<BulkJob[]> {
  const ownJobs = selectJobs(db)
    .where('job.operator_id', '=', operatorId)
    .orderBy('job.created_at', 'desc');
  const [unfinishedJobs, endedJobs] = await Promise.all([
    ownJobs.where('job.state', 'in', unfinishedStates).execute(),
    ownJobs
      .where('job.state', 'not in', unfinishedStates)
      .where('job.created_at', '>', new Date(now - DAY_MS))
      .limit(MAX_LISTED_JOBS)
      .execute(),
  ]);
  return [...unfinishedJobs, ...endedJobs].map(toBulkJob);
}

/** True if the grants allow the job's action in all countries of its records. */
export function canRun(
  { act, region_ids }: Pick<JobRow, 'act' | 'region_ids'>,
  grants: OperatorActor['grants'],
): boolean {
  const right = bulkActions[act]?.right;
  if (right === undefined) return false;
  const allowedRegions = regionsWithRight(grants, right);
  return region_ids.every((region) => allowedRegions.includes(region));
}

/**
 * Loads a job. Throws `not_found` unless the operator has the right for the job's action in all of the job's countries.
 */
export async function loadJob(
  db: Kysely<Database>,
  { grants }: Pick<OperatorActor, 'grants'>,
  id: string,
): Promise<BulkJob> {
  const job = await selectJobs(db).where('job.uuid', '=', id).executeTakeFirst();
  if (job === undefined || !canRun(job, grants)) throw new ApiFailure('not_found');
  return toBulkJob(job);
}

/** Lists the first failed rows of a job, in order. */
export async function listFailures(db: Kysely<Database>, id: string) {
  const rows = await db
    .selectFrom('bulk_job_rows')
    .select(['record_id as record', 'label', 'problem'])
    .where('job', '=', id)
    .where('state', '=', 'failed')
    .orderBy('position')
    .limit(MAX_LISTED_FAILURES)
    .execute();
  return rows.map((row) => ({ ...row, problem: row.problem ?? 'internal' }));
}

/**
 * Pauses a running job after its current row.
 * @returns false if the job isn't running, or if it's still held and can be undone
 */
export async function pauseJob(
  trx: Transaction<Database>,
  id: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('bulk_jobs')
    .set({ state: 'paused' })
    .where('uuid', '=', id)
    .where('state', '=', 'running')
    .where((eb) => eb.or([eb('due_at', 'is', null), eb('due_at', '<=', new Date(now))]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The operator who stops a job, and the reason. */
interface Stop {
  readonly operator: Pick<OperatorActor, 'operatorId'> & { readonly sessionId: string | null };
  readonly why: string;
  readonly now: number;
}

/**
 * Stops a running or paused job. If the job was planned and none of its rows has run, it's undone: its input is
 * deleted, and each record's timeline says so.
 * @returns false if the job has ended
 */
export async function stopJob(
  trx: Transaction<Database>,
  id: string,
  { operator: { operatorId, sessionId }, why, now }: Stop,
): Promise<boolean> {
  const stoppedJob = await trx
    .updateTable('bulk_jobs')
    .set({ state: 'stopped', finished_at: new Date(now) })
    .where('uuid', '=', id)
    .where('state', 'in', unfinishedStates)
    .returning(['uuid', 'act', 'state', 'due_at', 'region_ids'])
    .executeTakeFirst();
  if (stoppedJob === undefined) return false;
  if (!(await isUndone(trx, stoppedJob))) return true;
  const undoneRows = await trx
    .updateTable('bulk_job_rows')
    .set({ sealed_input: null })
    .where('job', '=', id)
    .returning('record_id')
    .execute();
  const kind = bulkActions[stoppedJob.act]?.recordKind;
  if (kind === undefined) return true;
  const region = commonRegion(stoppedJob.region_ids);
  const records = undoneRows.map(({ record_id }) => ({ record: { kind, id: record_id }, region }));
  await recordDoneActions(trx, now, { act: UNDO, operatorId, sessionId, why }, records);
  return true;
}

/**
 * Stops a job whose operator has left or lost the right, unless a colleague has resumed it meanwhile. It counts as
 * stopped by its own operator.
 */
export async function stopForbiddenJob(
  trx: Transaction<Database>,
  { uuid, operator_id: operatorId }: Pick<JobRow, 'uuid' | 'operator_id'>,
  now: number,
): Promise<void> {
  const job = await lockJob(trx, uuid);
  if (job.operator_id !== operatorId) return;
  const operator = { operatorId, sessionId: job.session_id };
  await stopJob(trx, uuid, { operator, why: job.why, now });
}

/** True if a planned job was stopped before any of its rows ran. */
async function isUndone(
  trx: Transaction<Database>,
  { uuid, state, due_at }: Pick<JobRow, 'uuid' | 'state' | 'due_at'>,
): Promise<boolean> {
  if (state !== 'stopped' || due_at === null) return false;
  const finishedRow = await trx
    .selectFrom('bulk_job_rows')
    .select('position')
    .where('job', '=', uuid)
    .where('state', '!=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return finishedRow === undefined;
}

interface RestartContext extends Pick<StartContext, 'operator'> {
  readonly why: string;
  readonly now: number;
}

function lockJob(trx: Transaction<Database>, id: string) {
  return trx
    .selectFrom('bulk_jobs')
    .selectAll()
    .where('uuid', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/**
 * Restarts a job with its failed and remaining rows, on behalf of the retrying operator. Throws `conflict` if the job
 * hasn't ended, was undone or has no such rows.
 */
export async function retryJob(
  trx: Transaction<Database>,
  id: string,
  context: RestartContext,
): Promise<void> {
  const job = await lockJob(trx, id);
  const hasEnded = job.state === 'stopped' || job.state === 'done';
  if (!hasEnded || (await isUndone(trx, job))) throw new ApiFailure('conflict');
  await trx
    .updateTable('bulk_job_rows')
    .set({ state: 'waiting', problem: null })
    .where('job', '=', id)
    .where('state', '=', 'failed')
    .execute();
  if ((await restartJob(trx, job, context)) === 0) throw new ApiFailure('conflict');
}

/** Resumes a paused job, on behalf of the resuming operator. Throws `conflict` if the job isn't paused. */
export async function resumeJob(
  trx: Transaction<Database>,
  id: string,
  context: Omit<RestartContext, 'why'>,
): Promise<void> {
  const job = await lockJob(trx, id);
  if (job.state !== 'paused') throw new ApiFailure('conflict');
  // The rows keep the reason given at the start.
  await restartJob(trx, job, { ...context, why: job.why });
}

/** @returns the number of rows that will run */
async function restartJob(
  trx: Transaction<Database>,
  job: Awaited<ReturnType<typeof lockJob>>,
  { operator, why, now }: RestartContext,
): Promise<number> {
  const waitingRows = await trx
    .selectFrom('bulk_job_rows')
    .select('record_id')
    .where('job', '=', job.uuid)
    .where('state', '=', 'waiting')
    .execute();
  if (!job.is_approved && waitingRows.length > 0)
    await bulkActions[job.act]?.validateRetry?.(trx, {
      recordIds: waitingRows.map(({ record_id }) => record_id),
      regions: job.region_ids,
      operatorId: operator.operatorId,
      now,
    });
  await trx
    .updateTable('bulk_jobs')
    .set({
      state: 'running',
      finished_at: null,
      why,
      operator_id: operator.operatorId,
      session_id: operator.sessionId,
    })
    .where('uuid', '=', job.uuid)
    .execute();
  return waitingRows.length;
}
