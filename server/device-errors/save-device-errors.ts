import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { type ErrorReport, errorFingerprint } from '#schemas/error-report.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';

/** Errors not reported for this long are deleted. */
export const DEVICE_ERRORS_TTL_MS = 90 * DAY_MS;
/** Maximum numbers of stored distinct errors, per version and overall. They exist because reports can be forged. */
export const MAX_PER_VERSION = 200;
const MAX_OVERALL = 2_000;
/**
 * Number of innermost stack frames that identify an error. Outer frames only show the caller, and the same error from
 * two screens should count as one.
 */
const SIGNIFICANT_FRAMES = 3;
const MAX_COUNT = 2_000_000_000;

/** Stores error reports. Reports of the same error in the same version share a row. */
export async function saveDeviceErrors(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  reports: readonly ErrorReport[],
): Promise<void> {
  const now = new Date(clock.now());
  const reportsByFingerprint = Map.groupBy(reports, getFingerprint);
  // Sorted, so that concurrent requests can't deadlock.
  const sortedReports = [...reportsByFingerprint].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await db.transaction().execute(async (trx) => {
    for (const [fingerprint, group] of sortedReports) await saveError(trx, fingerprint, group, now);
    const reportedFingerprints = sortedReports.map(([fingerprint]) => fingerprint);
    for (const version of new Set(reports.map((report) => report.version))) {
      await deleteExcess(trx, reportedFingerprints, MAX_PER_VERSION, version);
    }
    await deleteExcess(trx, reportedFingerprints, MAX_OVERALL);
  });
}

async function saveError(
  trx: Kysely<Database>,
  fingerprint: string,
  group: readonly ErrorReport[],
  now: Date,
): Promise<void> {
  const sample = group.at(-1);
  if (!sample) return;
  const { version, kind, code, frames } = sample;
  const count = group.reduce((sum, report) => sum + report.count, 0);
  await trx
    .insertInto('device_errors')
    .values({
      fingerprint,
      version,
      kind,
      code,
      frames,
      count,
      first_seen: now,
      last_seen: now,
      sample: toJsonb(sample),
    })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet((eb) => ({
        last_seen: eb.ref('excluded.last_seen'),
        sample: eb.ref('excluded.sample'),
        count: sql<number>`least(device_errors.count + excluded.count, ${MAX_COUNT})`,
      })),
    )
    .execute();
}

/**
 * Deletes the rarest and oldest errors beyond the maximum, except those just reported. A flood can displace
 * rare errors, but not frequent ones.
 */
async function deleteExcess(
  trx: Kysely<Database>,
  reportedFingerprints: readonly string[],
  max: number,
  version?: string,
): Promise<void> {
  let excessErrors = trx
    .selectFrom('device_errors')
    .select('fingerprint')
    .where('fingerprint', 'not in', reportedFingerprints)
    .orderBy('count', 'desc')
    .orderBy('last_seen', 'desc')
    .offset(Math.max(0, max - reportedFingerprints.length));
  if (version !== undefined) excessErrors = excessErrors.where('version', '=', version);
  await trx.deleteFrom('device_errors').where('fingerprint', 'in', excessErrors).execute();
}

function getFingerprint(report: ErrorReport): string {
  const significantReport = { ...report, frames: report.frames.slice(0, SIGNIFICANT_FRAMES) };
  return createHash('sha256')
    .update(`${report.version} ${errorFingerprint(significantReport)}`)
    .digest('hex')
    .slice(0, 32);
}
