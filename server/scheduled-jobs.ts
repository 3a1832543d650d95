import { DAY_MS, MINUTE_MS } from '#schemas/durations.ts';
import { sendAnnouncements } from './announcements/send-announcements.ts';
import { FAILED_MESSAGES_DAYS, type JobName } from '#schemas/operator/system-calls.ts';
import { DRAFT_TTL_MS } from '#schemas/operator/draft-calls.ts';
import { PRESENCE_TTL_MS } from '#schemas/operator/presence-calls.ts';
import { applyDueSettings } from './configuration/settings-versions.ts';
import { publishPlannedContent } from './contents/publish-draft.ts';
import { deleteUnusedPictures } from './contents/store-pictures.ts';
import { extendChain } from './console/audit-chain.ts';
import { BULK_JOBS_TTL_MS, runBulkJobs } from './console/run-bulk-jobs.ts';
import { DEVICE_ERRORS_TTL_MS } from './device-errors/save-device-errors.ts';
import { removeUnfinishedUploads } from './attachments/unfinished-uploads.ts';
import { sumChanges } from './db/sum-changes.ts';
import { jobFailures, jobLastSuccess } from './job-metrics.ts';
import { deleteUnreferencedFiles } from './files/unreferenced-files.ts';
import { removeOldImportFiles } from './imports/old-import-files.ts';
import { runImports } from './imports/run-imports.ts';
import { makePendingDocuments } from './handover/make-document.ts';
import { expireLeads, remindOfLeads } from './leads/lead-deadlines.ts';
import { eraseEndedRequests } from './leads/erase-requests.ts';
import { locatePlaces } from './leads/locate-places.ts';
import { sealStoredVouchers } from './orders/seal-stored-vouchers.ts';
import { expirePoints } from './points/expire-points.ts';
import { notifyOfCorrections } from './points/notify-corrections.ts';
import { expireProjects } from './projects/expire-projects.ts';
import { rejectWithoutNewPhoto, remindOfNewPhotos } from './projects/new-photo-deadlines.ts';
import { settleDecisions } from './review/settle-decisions.ts';
import { deleteOldChanges } from './live/changed-lists.ts';
import { LOOKUP_RETENTION_MS } from './scans/code-lookups.ts';
import { type Services } from './services.ts';
import { SPLIT_WINDOW_MS } from './console/approvals.ts';
import { deleteOldPastes } from './orders/paste-vouchers.ts';
import { recordJobFailure, recordJobSuccess } from './system/job-runs.ts';
import { applyPlannedVisibility } from './shop/planned-visibility.ts';
import { MESSAGE_LOG_TTL_MS } from './messages/queue/message-log.ts';

/** Work that runs on a schedule. It must be safe to run in several processes at the same time. */
interface Job {
  readonly name: JobName;
  readonly run: (services: Services) => Promise<void>;
  /** True for jobs that run every second, not only every five minutes. */
  readonly isFrequent?: boolean;
  /** True for long jobs. They also run every second, but separately, because they would delay the other jobs. */
  readonly isLong?: boolean;
}

const JOBS_INTERVAL_MS = 5 * MINUTE_MS;
const FREQUENT_INTERVAL_MS = 1000;
/** A device that has been offline for up to this time can still repeat a request with its key. */
export const IDEMPOTENCY_TTL_MS = 60 * DAY_MS;
/** Expired codes and counters are kept for a day, to investigate attacks. */
const EXPIRED_CODES_TTL_MS = DAY_MS;
/** Failed messages stay visible in the database for a week. */
const FAILED_MESSAGES_TTL_MS = FAILED_MESSAGES_DAYS * DAY_MS;
/** Expired sessions are deleted after this time. Their tokens have become invalid long before. */
const SESSIONS_TTL_MS = 30 * DAY_MS;

export const jobs: readonly Job[] = [
  {
    name: 'expire-projects',
    run: async (services) => {
      await expireProjects(services);
    },
  },
  {
    name: 'expire-leads',
    run: async (services) => {
      await expireLeads(services);
    },
  },
  {
    name: 'apply-planned-visibility',
    run: async (services) => {
      await applyPlannedVisibility(services);
    },
  },
  {
    name: 'remind-of-leads',
    run: async (services) => {
      await remindOfLeads(services);
    },
  },
  {
    name: 'locate-places',
    run: async (services) => {
      await locatePlaces(services);
    },
  },
  {
    name: 'erase-lead-requests',
    run: async (services) => {
      await eraseEndedRequests(services);
    },
  },
  {
    name: 'reject-without-new-photo',
    run: async (services) => {
      await rejectWithoutNewPhoto(services);
    },
  },
  {
    name: 'remind-of-new-photos',
    run: async (services) => {
      await remindOfNewPhotos(services);
    },
  },
  {
    name: 'settle-decisions',
    isFrequent: true,
    run: async (services) => {
      await settleDecisions(services);
    },
  },
  {
    name: 'notify-of-corrections',
    isFrequent: true,
    run: async (services) => {
      await notifyOfCorrections(services);
    },
  },
  {
    name: 'run-bulk-jobs',
    isFrequent: true,
    run: async (services) => {
      await runBulkJobs(services);
    },
  },
  {
    name: 'run-imports',
    isLong: true,
    run: async (services) => {
      await runImports(services);
    },
  },
  {
    name: 'seal-voucher-codes',
    isLong: true,
    run: async (services) => {
      await sealStoredVouchers(services);
    },
  },
  {
    name: 'remove-import-files',
    run: async (services) => {
      await removeOldImportFiles(services);
    },
  },
  {
    name: 'publish-planned-content',
    isFrequent: true,
    run: async (services) => {
      await publishPlannedContent(services);
    },
  },
  {
    name: 'send-announcements',
    isFrequent: true,
    run: async (services) => {
      await sendAnnouncements(services);
    },
  },
  {
    name: 'apply-settings',
    isFrequent: true,
    run: async (services) => {
      await applyDueSettings(services);
    },
  },
  {
    name: 'expire-points',
    run: async (services) => {
      // This reads all companies. Points expire only at the end of the year, so once a day is enough.
      await runOncePerDay(services, 'expire-points', () => expirePoints(services));
    },
  },
  {
    name: 'make-handover-documents',
    run: async (services) => {
      await makePendingDocuments(services);
    },
  },
  {
    name: 'chain-audit',
    run: async (services) => {
      await runOncePerDay(services, 'chain-audit', () => extendChain(services));
    },
  },
  {
    name: 'remove-unfinished-uploads',
    run: async (services) => {
      await removeUnfinishedUploads(services);
    },
  },
  {
    name: 'delete-unused-pictures',
    run: async (services) => {
      await deleteUnusedPictures(services);
    },
  },
  {
    name: 'sweep-files',
    run: async (services) => {
      await deleteUnreferencedFiles(services);
    },
  },
  {
    name: 'add-up-days',
    // This runs often, so that reports have few changes to read.
    isFrequent: true,
    run: ({ db }) => sumChanges(db),
  },
  {
    name: 'sweep',
    run: async ({ db, clock }) => {
      const timeAgo = (age: number) => new Date(clock.now() - age);
      await db
        .deleteFrom('challenges')
        .where('expires_at', '<', timeAgo(EXPIRED_CODES_TTL_MS))
        .execute();
      await db
        .deleteFrom('faker_tokens')
        .where('expires_at', '<', timeAgo(EXPIRED_CODES_TTL_MS))
        .execute();
      await db
        .deleteFrom('rate_windows')
        .where('window_start', '<', timeAgo(EXPIRED_CODES_TTL_MS))
        .execute();
      await db
        .deleteFrom('idempotency_keys')
        .where('created_at', '<', timeAgo(IDEMPOTENCY_TTL_MS))
        .execute();
      await db
        .deleteFrom('messages')
        .where('given_up_at', '<', timeAgo(FAILED_MESSAGES_TTL_MS))
        .execute();
      await db.deleteFrom('message_log').where('at', '<', timeAgo(MESSAGE_LOG_TTL_MS)).execute();
      await db
        .deleteFrom('asked_codes')
        .where('asked_at', '<', timeAgo(LOOKUP_RETENTION_MS))
        .execute();
      await db
        .deleteFrom('device_errors')
        .where('last_seen', '<', timeAgo(DEVICE_ERRORS_TTL_MS))
        .execute();
      await db.deleteFrom('operator_codes').where('expires_at', '<=', timeAgo(0)).execute();
      await db.deleteFrom('operator_challenges').where('expires_at', '<=', timeAgo(0)).execute();
      await db
        .deleteFrom('operator_sessions')
        .where('expires_at', '<', timeAgo(SESSIONS_TTL_MS))
        .execute();
      await db
        .deleteFrom('bulk_jobs')
        .where('created_at', '<', timeAgo(BULK_JOBS_TTL_MS))
        .execute();
      await deleteOldChanges(db);
      await db.deleteFrom('record_claims').where('until', '<', timeAgo(0)).execute();
      await db
        .deleteFrom('operator_presence')
        .where('seen_at', '<', timeAgo(PRESENCE_TTL_MS))
        .execute();
      await db
        .deleteFrom('operator_drafts')
        .where('updated_at', '<', timeAgo(DRAFT_TTL_MS))
        .execute();
      await db.deleteFrom('price_changes').where('at', '<=', timeAgo(SPLIT_WINDOW_MS)).execute();
      await deleteOldPastes(db, clock.now());
      await db.deleteFrom('photo_shares').where('expires_at', '<=', timeAgo(0)).execute();
      await db.deleteFrom('former_emails').where('expires_at', '<=', timeAgo(0)).execute();
      await db.deleteFrom('sessions').where('expires_at', '<', timeAgo(SESSIONS_TTL_MS)).execute();
      // Tokens that have been rotated and have expired are no longer needed to detect reuse.
      await db
        .deleteFrom('session_tokens')
        .where('rotated_at', 'is not', null)
        .where('refresh_expires_at', '<', timeAgo(0))
        .execute();
    },
  },
];

/**
 * Runs work in the first process that reaches the job today (UTC). After a failure, the next round tries again on the
 * same day.
 */
async function runOncePerDay(
  { db, clock }: Services,
  job: JobName,
  work: () => Promise<unknown>,
): Promise<void> {
  const window_start = new Date(Math.floor(clock.now() / DAY_MS) * DAY_MS);
  const key = `job:${job}`;
  const claimedWindow = await db
    .insertInto('rate_windows')
    .values({ key, window_start, count: 1 })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doNothing())
    .returning('key')
    .executeTakeFirst();
  if (claimedWindow === undefined) return;
  try {
    await work();
  } catch (error) {
    await db
      .deleteFrom('rate_windows')
      .where('key', '=', key)
      .where('window_start', '=', window_start)
      .execute();
    throw error;
  }
}

/** Runs jobs once. A failed job is logged and doesn't stop the others. */
export async function runJobs(services: Services, dueJobs: readonly Job[] = jobs): Promise<void> {
  for (const job of dueJobs) {
    try {
      await job.run(services);
      jobLastSuccess.set({ job: job.name }, services.clock.now() / 1000);
      await recordJobSuccess(services, job.name);
    } catch (error) {
      jobFailures.inc({ job: job.name });
      services.logger.error({ err: error, job: job.name }, 'a job failed');
      await recordJobFailure(services, job.name, error);
    }
  }
}

/**
 * Runs the jobs now and every five minutes, and the frequent jobs and the long jobs every second. Within each of these
 * three groups, a round starts only after the previous round has ended.
 * @returns a function that stops the jobs and resolves when current runs have ended
 */
export function startScheduledJobs(services: Services): () => Promise<void> {
  const frequentJobs = jobs.filter(({ isFrequent }) => isFrequent);
  const longJobs = jobs.filter(({ isLong }) => isLong);
  const shortJobs = jobs.filter(({ isLong }) => !isLong);
  const stops = [
    repeat(() => runJobs(services, shortJobs), JOBS_INTERVAL_MS),
    repeat(() => runJobs(services, frequentJobs), FREQUENT_INTERVAL_MS),
    repeat(() => runJobs(services, longJobs), FREQUENT_INTERVAL_MS),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/**
 * Runs rounds of work now and at every interval.
 * @returns a function that stops the rounds and resolves after the current one
 */
function repeat(run: () => Promise<void>, intervalMs: number): () => Promise<void> {
  let round: Promise<void> | null = null;
  const startRound = () => {
    round ??= run().finally(() => {
      round = null;
    });
  };
  const timer = setInterval(startRound, intervalMs);
  startRound();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
