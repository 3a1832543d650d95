import { sql, type Transaction } from 'kysely';
import { ACTION_PLANNED, HOLD_MS } from '#schemas/operator/bulk-calls.ts';
import { type OperatorCallId, operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type RegionId } from '#schemas/regions.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { recordDoneActions } from './audit.ts';
import { startBulkJob, unfinishedStates } from './bulk-jobs.ts';
import { type AuditedChange, type OperatorActor } from './operator-handler.ts';

interface HoldContext {
  readonly why: string;
  readonly operator: Pick<OperatorActor, 'operatorId' | 'sessionId'>;
  readonly services: Services;
  readonly audit: (change: AuditedChange) => void;
}

/**
 * Holds an action on one record for ten seconds, as a job with one row. Stopping the job undoes the action. The record
 * must be locked and unplanned.
 * @returns the job's id
 */
export async function holdAction(
  trx: Transaction<Database>,
  {
    act,
    region,
    ...row
  }: {
    readonly act: OperatorCallId;
    readonly region: RegionId;
    readonly recordId: string;
    readonly label: string;
    /** Fields that prove what the operator has seen. */
    readonly input: object;
  },
  { why, operator, services, audit }: HoldContext,
): Promise<string> {
  const dueAt = services.clock.now() + HOLD_MS;
  const { job } = await startBulkJob(
    trx,
    { act, why, dueAt, regions: [region], rows: [row] },
    { operator, services, audit },
  );
  return job;
}

/**
 * Locks records, so that no other action is planned for them meanwhile. With two planned actions, undoing one would leave
 * the other.
 * @throws ApiFailure `conflict` if a job will run an action on one of them
 */
export async function lockUnplanned(
  trx: Transaction<Database>,
  table: 'surveys' | 'chat_templates',
  ids: readonly string[],
): Promise<void> {
  await sql`select from ${sql.table(table)} where uuid = any(${ids}::uuid[])
    order by uuid for no key update`.execute(trx);
  const plannedRow = await trx
    .selectFrom('bulk_jobs')
    .innerJoin('bulk_job_rows as planned', 'planned.job', 'bulk_jobs.uuid')
    .select('planned.position')
    .where('bulk_jobs.state', 'in', unfinishedStates)
    .where('planned.state', '=', 'waiting')
    .where(sql<boolean>`planned.record_id = any(${ids.map((id) => id.toLowerCase())}::text[])`)
    .limit(1)
    .executeTakeFirst();
  if (plannedRow !== undefined)
    throw new ApiFailure('conflict', { details: { reason: ACTION_PLANNED } });
}

/**
 * Records on each record of a job that its action is planned. The record's timeline then also says what an undo undid.
 * @param act the action; nothing is recorded if its call can't be held
 */
export async function recordPlans(
  trx: Transaction<Database>,
  act: OperatorCallId,
  records: Parameters<typeof recordDoneActions>[3],
  { operator: { operatorId, sessionId }, why, services }: Omit<HoldContext, 'audit'>,
): Promise<void> {
  const { plannedName } = operatorCalls[act];
  if (plannedName === null) return;
  const action = { act: plannedName, operatorId, sessionId, why };
  await recordDoneActions(trx, services.clock.now(), action, records);
}
