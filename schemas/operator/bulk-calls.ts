import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { moment, text, uuid, wholeNumber } from '../primitives.ts';
import { defineOperatorCall, why } from './operator-call.ts';

/** Maximum number of records in a bulk action. */
const MAX_BULK_ROWS = 10_000;
/** Time in which a decision that is otherwise final can be undone before it takes effect, in ms. */
export const HOLD_MS = 10_000;
/** `true`: the action takes effect after ten seconds; stopping its job undoes it. */
export const holds = v.optional(v.boolean());
/** Reason for `conflict`: a job will run an action on the record within seconds. */
export const ACTION_PLANNED = 'action_planned';
/** Problem of a row whose record was changed after the job had started. A retry fails, too. */
export const RECORD_CHANGED = 'record_changed';
/** Maximum number of failed rows listed with a job. */
export const MAX_LISTED_FAILURES = 200;

/** Ids of the records in a bulk action. */
export const bulkRecords = v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_BULK_ROWS));

const bulkJob = v.object({
  id: uuid,
  /** Id of the action run on each row. */
  act: text(60),
  /** Kind of the records, as in the audit; null for an action that the server no longer has. */
  record_kind: v.nullable(text(40)),
  operator: v.object({ id: uuid, name: text(100) }),
  /**
   * A job is `paused` by an operator until it's resumed. It's `stopped` by an operator, or because the operator who
   * started it has lost the right to its action.
   */
  state: v.picklist(['running', 'paused', 'stopped', 'done']),
  total: wholeNumber,
  done: wholeNumber,
  failed: wholeNumber,
  created_at: moment,
  /** Time at which the rows start to run; null for immediately. Stopping the job before then undoes the action. */
  due_at: v.nullable(moment),
  finished_at: v.nullable(moment),
});
export type BulkJob = v.InferOutput<typeof bulkJob>;

/** Result of every call that starts a bulk action. */
export const bulkStartResult = v.object({ job: uuid, total: wholeNumber });

// A job can involve several countries, so the server checks all of them instead of the declared scope.
const jobOptions = { right: null, scope: 'none', isAction: true } as const;

/**
 * Calls for the jobs that run bulk actions. For a single job, operators need the right to the job's action in the
 * countries of all its records.
 */
export const bulkCalls = {
  listBulkJobs: defineOperatorCall(
    {
      id: 'listBulkJobs',
      method: 'GET',
      path: '/operator/v1/bulk-jobs',
      summary: 'Lists the operator’s own jobs of the last day, newest first; at most 20.',
      result: v.object({ data: v.array(bulkJob) }),
    },
    { right: null, scope: 'none' },
  ),
  getBulkJob: defineOperatorCall(
    {
      id: 'getBulkJob',
      method: 'GET',
      path: '/operator/v1/bulk-jobs/{id}',
      summary: 'Returns a job with its failed rows.',
      params: idParams,
      result: v.object({
        ...bulkJob.entries,
        /** The first 200 failed rows. */
        failures: v.array(v.object({ record: text(100), label: text(100), problem: text(60) })),
      }),
    },
    { right: null, scope: 'none' },
  ),
  stopBulkJob: defineOperatorCall(
    {
      id: 'stopBulkJob',
      method: 'POST',
      path: '/operator/v1/bulk-jobs/{id}/stop',
      summary: 'Stops a job after its current row. Rows that are done stay done.',
      params: idParams,
      body: v.object({ why }),
      result: bulkJob,
    },
    jobOptions,
  ),
  pauseBulkJob: defineOperatorCall(
    {
      id: 'pauseBulkJob',
      method: 'POST',
      path: '/operator/v1/bulk-jobs/{id}/pause',
      summary:
        'Pauses a job after its current row, until it’s resumed. A held job can only be paused once its rows run.',
      params: idParams,
      body: v.object({ why }),
      result: bulkJob,
    },
    jobOptions,
  ),
  resumeBulkJob: defineOperatorCall(
    {
      id: 'resumeBulkJob',
      method: 'POST',
      path: '/operator/v1/bulk-jobs/{id}/resume',
      summary: 'Runs the remaining rows of a paused job. Failed rows stay failed.',
      params: idParams,
      body: v.object({ why }),
      result: bulkJob,
    },
    // The remaining rows run in the name of the operator who resumes the job, as after a retry.
    { ...jobOptions, strength: 'recent' },
  ),
  retryBulkJob: defineOperatorCall(
    {
      id: 'retryBulkJob',
      method: 'POST',
      path: '/operator/v1/bulk-jobs/{id}/retry',
      summary: 'Retries a job’s failed rows, and runs the remaining rows of a stopped job.',
      params: idParams,
      body: v.object({ why }),
      result: bulkJob,
    },
    // Retrying needs the same strength as starting the riskiest actions.
    { ...jobOptions, strength: 'recent' },
  ),
} as const;
