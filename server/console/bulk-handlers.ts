import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  listFailures,
  listOwnJobs,
  loadJob,
  pauseJob,
  resumeJob,
  retryJob,
  stopJob,
} from './bulk-jobs.ts';
import { type OperatorHandler, type OperatorHandlers } from './operator-handler.ts';

const stopBulkJob: OperatorHandler<typeof operatorCalls.stopBulkJob> = (
  { params: { id }, body: { why }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const before = await loadJob(trx, operator, id);
    const hasStopped = await stopJob(trx, before.id, { operator, why, now: clock.now() });
    if (!hasStopped) throw new ApiFailure('conflict');
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

const pauseBulkJob: OperatorHandler<typeof operatorCalls.pauseBulkJob> = (
  { params: { id }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const before = await loadJob(trx, operator, id);
    if (!(await pauseJob(trx, before.id, clock.now()))) throw new ApiFailure('conflict');
    const after = await loadJob(trx, operator, id);
    const { state, done } = after;
    audit({
      ...{ kind: 'bulk_job', id: before.id, region: null },
      ...{ before: { state: before.state }, after: { state, done } },
    });
    return after;
  });

const resumeBulkJob: OperatorHandler<typeof operatorCalls.resumeBulkJob> = (
  { params: { id }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const before = await loadJob(trx, operator, id);
    await resumeJob(trx, before.id, { operator, now: clock.now() });
    audit({
      ...{ kind: 'bulk_job', id: before.id, region: null },
      ...{ before: { state: before.state }, after: { state: 'running' } },
    });
    return loadJob(trx, operator, id);
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
  pauseBulkJob,
  resumeBulkJob,
  retryBulkJob,
} satisfies Partial<OperatorHandlers>;
