import * as v from 'valibot';
import { moment, text, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall } from './operator-call.ts';

/** The server's scheduled jobs, in the order they run. */
export const jobNames = [
  'expire-projects',
  'expire-leads',
  'apply-planned-visibility',
  'remind-of-leads',
  'locate-places',
  'erase-lead-requests',
  'reject-without-new-photo',
  'remind-of-new-photos',
  'settle-decisions',
  'notify-of-corrections',
  'run-bulk-jobs',
  'run-imports',
  'seal-voucher-codes',
  'remove-import-files',
  'publish-planned-content',
  'send-announcements',
  'apply-settings',
  'expire-points',
  'make-handover-documents',
  'chain-audit',
  'remove-unfinished-uploads',
  'delete-unused-pictures',
  'sweep-files',
  'add-up-days',
  'sweep',
] as const;
export type JobName = (typeof jobNames)[number];

/** Number of days failed messages are kept. */
export const FAILED_MESSAGES_DAYS = 7;
/** Maximum number of groups of failed messages; those with the newest failures are listed. */
export const MAX_FAILED_GROUPS = 500;

/**
 * `failing`: the last run failed. `late`: it hasn't run for an hour, although others have. `new`: it has never
 * completed.
 */
const jobState = v.picklist(['good', 'failing', 'late', 'new']);
export type JobState = v.InferOutput<typeof jobState>;

const job = v.object({
  job: v.picklist(jobNames),
  state: jobState,
  succeeded_at: v.nullable(moment),
  /** First failure since the last success. */
  failing_since: v.nullable(moment),
  /** Failed runs since the last success. */
  failures: wholeNumber,
  /** Code or name of the last error. */
  failure: v.nullable(text(200)),
});
export type ListedJob = v.InferOutput<typeof job>;

/** Messages that failed for the same reason. Their recipients aren't stored. */
const failedMessages = v.object({
  /** Null if unknown or if there is none. */
  region: v.nullable(regionId),
  channel: v.picklist(['email', 'sms', 'push']),
  /** Purpose of a code, a template or an event. */
  about: text(60),
  /** `pending`: the server is still trying to send them. */
  state: v.picklist(['pending', 'refused', 'too_old', 'unreadable']),
  /** Code of the last failure; null if they were never tried. */
  failure: v.nullable(text(200)),
  count: wholeNumber,
  /** For failed messages, when they were given up; for pending ones, when they were created. */
  first_at: moment,
  last_at: moment,
});
export type FailedMessages = v.InferOutput<typeof failedMessages>;

/** Failed jobs and messages. */
export const systemCalls = {
  listFailedMessages: defineOperatorCall(
    {
      id: 'listFailedMessages',
      method: 'GET',
      path: '/operator/v1/system/failed-messages',
      summary:
        'Messages that failed in the last 7 days, or whose sending is being repeated, grouped by their reason. Those without a country are for operators of all countries.',
      query: v.object({ region: v.optional(regionId) }),
      result: v.object({
        data: v.array(failedMessages),
        /** Totals of all groups. */
        failed: wholeNumber,
        pending: wholeNumber,
      }),
    },
    { right: 'audit.read', scope: 'list' },
  ),
  listJobs: defineOperatorCall(
    {
      id: 'listJobs',
      method: 'GET',
      path: '/operator/v1/system/jobs',
      summary: 'The scheduled jobs with their last success, and with their failures since then.',
      result: v.object({ data: v.array(job) }),
    },
    { right: 'operators.manage', scope: 'none' },
  ),
} as const;
