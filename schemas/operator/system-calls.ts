import * as v from 'valibot';
import { moment, text, typedText, wholeNumber } from '../primitives.ts';
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

/** Number of days for which failed messages are kept. */
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
  /** Country of the messages; null if it is unknown or there is none. */
  region: v.nullable(regionId),
  channel: v.picklist(['email', 'sms', 'push']),
  /** Subject of the messages: the purpose of a code, or the name of a template or event. */
  about: text(60),
  /** `pending`: the server is still trying to send the messages. */
  state: v.picklist(['pending', 'refused', 'too_old', 'unreadable']),
  /** Code of the last failure; null if sending was never tried. */
  failure: v.nullable(text(200)),
  count: wholeNumber,
  /** For failed messages, when the server stopped trying; for pending ones, when they were created. */
  first_at: moment,
  last_at: moment,
});
export type FailedMessages = v.InferOutput<typeof failedMessages>;

/** Maximum number of device errors in a list; the newest are listed. */
export const MAX_DEVICE_ERRORS = 200;
/** Maximum number of listed app versions; those with the newest errors are listed. */
export const MAX_ERROR_VERSIONS = 50;

/** An uncaught error on devices whose users agreed to report it. Contains no personal data. */
const deviceError = v.object({
  id: text(32),
  /** Name of the error. */
  kind: text(60),
  /** Code of our own errors; null for others. */
  code: v.nullable(text(100)),
  /** Version of the app. */
  version: text(20),
  /** Code locations, innermost first. */
  frames: v.array(text(100)),
  /** The device and screen of the latest report; null if another version of the server stored it. */
  latest: v.nullable(
    v.object({
      browser: text(30),
      browser_major: v.nullable(wholeNumber),
      system: text(30),
      /** Pattern of the screen’s path, such as `/projects/$uuid`. */
      route: v.nullable(text(100)),
      connection: v.picklist(['online', 'offline', 'maintenance']),
    }),
  ),
  /** Number of reported occurrences. */
  count: wholeNumber,
  first_at: moment,
  last_at: moment,
});
export type ListedDeviceError = v.InferOutput<typeof deviceError>;

/** Errors of one version of the app. */
const errorVersion = v.object({
  version: text(20),
  /** Number of different errors. */
  errors: wholeNumber,
  /** Number of reported occurrences. */
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  first_at: moment,
  last_at: moment,
});

/** Parts of the setup that people need to use the app. */
const requiredParts = [
  'countries',
  'product types',
  'serial numbers',
  'registration surveys',
  'points',
  'tiers',
  'shop',
] as const;
export type RequiredPart = (typeof requiredParts)[number];

/** State of the server process that responds, and of the parts it uses. */
const health = v.object({
  /** Version of the server. */
  version: text(20),
  database: v.object({
    kind: v.picklist(['embedded', 'postgres']),
    /** Time of the database’s response to a short query, in milliseconds. */
    response_ms: wholeNumber,
  }),
  migrations: v.object({
    applied: wholeNumber,
    latest: v.nullable(text(100)),
    /** Not applied yet. */
    pending: v.array(text(100)),
    /** Applied by a newer version of the server. */
    newer: v.array(text(100)),
  }),
  /** Identifies the database’s history; changes when a backup is restored. */
  epoch: text(60),
  clock: v.object({
    /** Time by which this process’s clock is ahead of the database’s, in milliseconds; negative if behind. */
    offset_ms: v.pipe(v.number(), v.integer()),
    /** False if codes and sessions could end at the wrong time. */
    is_correct: v.boolean(),
  }),
  files: v.object({
    store: v.picklist(['database', 'bucket']),
    is_reachable: v.boolean(),
  }),
  /** Drivers that send each kind of message. `memory` stores messages on the server instead of sending them. */
  messages: v.array(
    v.object({
      channel: v.picklist(['email', 'sms', 'push']),
      transport: v.picklist(['smtp', 'gateway', 'push_service', 'memory']),
      /** True if a message is being retried, or the server gave up on one within the last hour. */
      is_failing: v.boolean(),
    }),
  ),
  /** Number of scheduled jobs by state. */
  jobs: v.object({ good: wholeNumber, failing: wholeNumber, late: wholeNumber, new: wholeNumber }),
  missing_setup: v.array(
    v.object({
      /** Null for parts that all countries share. */
      region: v.nullable(regionId),
      part: v.picklist(requiredParts),
    }),
  ),
});
export type Health = v.InferOutput<typeof health>;

/** Failed jobs and messages, errors on devices, and the server’s health. */
export const systemCalls = {
  listFailedMessages: defineOperatorCall(
    {
      id: 'listFailedMessages',
      method: 'GET',
      path: '/operator/v1/system/failed-messages',
      summary:
        'Lists messages that failed in the last 7 days, or are being retried, grouped by reason. Only operators of all countries see messages without a country.',
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
      summary: 'Lists the scheduled jobs with their last success and the failures since then.',
      result: v.object({ data: v.array(job) }),
    },
    { right: 'operators.manage', scope: 'none' },
  ),
  listDeviceErrors: defineOperatorCall(
    {
      id: 'listDeviceErrors',
      method: 'GET',
      path: '/operator/v1/system/device-errors',
      summary:
        'Lists uncaught errors, newest first, in one version of the app or in all. Only devices whose users agreed report errors. `versions` counts the errors of each version.',
      query: v.object({ version: v.optional(typedText(20)) }),
      result: v.object({ data: v.array(deviceError), versions: v.array(errorVersion) }),
    },
    { right: 'operators.manage', scope: 'none' },
  ),
  readHealth: defineOperatorCall(
    {
      id: 'readHealth',
      method: 'GET',
      path: '/operator/v1/system/health',
      summary:
        'Returns the state of the server process that responds: database, migrations, epoch, clock, file store, messages, jobs and missing setup.',
      result: health,
    },
    { right: 'operators.manage', scope: 'none' },
  ),
} as const;
