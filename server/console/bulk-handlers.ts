import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { ApiFailure } from '../http/failure.ts';
import { recordDoneActions } from './audit.ts';
import { listFailures, listOwnJobs, loadJob, retryJob, stopJob } from './bulk-jobs.ts';
import { type OperatorHandler, type OperatorHandlers } from './operator-handler.ts';

/** Name of the audited action that undoes a planned decision. */
const UNDO = 'undoPlannedDecision';

const stopBulkJob: OperatorHandler<typeof operatorCalls.stopBulkJob> = (
  { params: { id }, body: { why }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const before = await loadJob(trx, operator, id);
    const now = clock.now();
    const undoneRecords = await stopJob(trx, before.id, now);
    if (undoneRecords === null) throw new ApiFailure('conflict');
    const { operatorId, sessionId } = operator;
    await recordDoneActions(trx, now, { act: UNDO, operatorId, sessionId, why }, undoneRecords);
    const after = await loadJob(trx, operator, id);
    const { state, done } = after;
    audit({
      kind: 'bulk_job',
      id: before.id,
      region: null,
      before: { state: before.state },
      after: { state, done },
    });
    return after;
  });

const retryBulkJob: OperatorHandler<typeof operatorCalls.retryBulkJob> = (
  { params: { id }, body: { why }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const before = await loadJob(trx, operator, id);
    await retryJob(trx, before.id, { operator, why, now: clock.now() });
    const { state, failed: failedCount } = before;
    audit({
      kind: 'bulk_job',
      id: before.id,
      region: null,
      before: { state, failed: failedCount },
      after: { state: 'running' },
    });
    return loadJob(trx, operator, id);
  });

export const bulkHandlers = {
  listBulkJobs: async ({ operator }, { db, clock }) => ({
    data: await listOwnJobs(db, operator, clock.now()),
  }),
  getBulkJob: async ({ params: { id }, operator }, { db }) => {
    const job = await loadJob(db, operator, id);
    return { ...job, failures: await listFailures(db, job.id) };
  },
  stopBulkJob,
  retryBulkJob,
} satisfies Partial<OperatorHandlers>;
