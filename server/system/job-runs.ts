import { type Kysely, type Selectable, sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '#schemas/durations.ts';
import {
  type JobName,
  jobNames,
  type JobState,
  type ListedJob,
} from '#schemas/operator/system-calls.ts';
import { type Database, type JobRunsTable } from '../db/tables.ts';
import { getFailureName } from '../messages/queue/deliver-message.ts';
import { type Services } from '../services.ts';

/** Jobs that run every second record their success at most this often. */
const SUCCESS_INTERVAL_MS = MINUTE_MS;

/** A job without a success for this long counts as late. Jobs run every five minutes, and imports may take longer. */
const LATE_AFTER_MS = HOUR_MS;

/** Times when this process last stored a success, by database and job. */
const storedSuccesses = new WeakMap<Kysely<Database>, Map<JobName, number>>();

type RunServices = Pick<Services, 'db' | 'clock' | 'logger'>;

/** Records that a job succeeded, for the console. Never throws. */
export async function recordJobSuccess(services: RunServices, job: JobName): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const successes = storedSuccesses.get(db) ?? new Map<JobName, number>();
  storedSuccesses.set(db, successes);
  const lastSuccess = successes.get(job);
  if (lastSuccess !== undefined && Math.abs(now - lastSuccess) < SUCCESS_INTERVAL_MS) return;
  const succeeded_at = new Date(now);
  const values = { succeeded_at, failing_since: null, failed_at: null, failures: 0, failure: null };
  await storeRun(services, async () => {
    await db
      .insertInto('job_runs')
      .values({ job, ...values })
      .onConflict((conflict) => conflict.column('job').doUpdateSet(values))
      .execute();
    successes.set(job, now);
  });
}

/** Records that a job failed, with the name of its error. Never throws. */
export async function recordJobFailure(
  services: RunServices,
  job: JobName,
  error: unknown,
): Promise<void> {
  const { db, clock } = services;
  // The time is deleted, so that the next success is stored immediately.
  storedSuccesses.get(db)?.delete(job);
  const failed_at = new Date(clock.now());
  const failure = getFailureName(error);
  await storeRun(services, async () => {
    await db
      .insertInto('job_runs')
      .values({
        job,
        succeeded_at: null,
        failing_since: failed_at,
        failed_at,
        failures: 1,
        failure,
      })
      .onConflict((conflict) =>
        conflict.column('job').doUpdateSet((eb) => ({
          ...{ failed_at, failure },
          failing_since: eb.fn.coalesce(
            'job_runs.failing_since',
            sql<Date>`excluded.failing_since`,
          ),
          failures: eb('job_runs.failures', '+', 1),
        })),
      )
      .execute();
  });
}

/** Stores a run. Never throws, because jobs also run while the database is down, and their next round must start. */
async function storeRun({ logger }: RunServices, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logger.error({ err: error }, 'the run of a job couldn’t be stored');
  }
}

/**
 * Lists all jobs with their last success, and with their failures since then.
 * @param now milliseconds since 1970
 */
export async function listJobRuns(db: Kysely<Database>, now: number): Promise<ListedJob[]> {
  const rows = await db.selectFrom('job_runs').selectAll().execute();
  const runs = new Map(rows.map((row) => [row.job, row]));
  return jobNames.map((job) => {
    const run = runs.get(job);
    return {
      ...{ job, state: getState(run, now) },
      succeeded_at: run?.succeeded_at?.toISOString() ?? null,
      failing_since: run?.failing_since?.toISOString() ?? null,
      ...{ failures: run?.failures ?? 0, failure: run?.failure ?? null },
    };
  });
}

function getState(run: Selectable<JobRunsTable> | undefined, now: number): JobState {
  if (!run) return 'new';
  if (run.failing_since !== null) return 'failing';
  if (run.succeeded_at === null) return 'new';
  return now - run.succeeded_at.getTime() > LATE_AFTER_MS ? 'late' : 'good';
}
