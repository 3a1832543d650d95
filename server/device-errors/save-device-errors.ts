import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type ErrorReport, errorFingerprint } from '#schemas/error-report.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';

/** An error that no device has told of for so long is forgotten. */
export const DEVICE_ERRORS_TTL_MS = 90 * 86_400_000;
/** So many different errors are kept of one version, and of all: anybody can make up reports. */
export const MAX_PER_VERSION = 200;
const MAX_OVERALL = 2_000;
/** Frames further out say whence it was called: the same error from two screens is one. */
const TELLING_FRAMES = 3;
const MAX_COUNT = 2_000_000_000;

/** Adds reports to what is known. The same error of the same version is one row, however many devices tell of it. */
export async function saveDeviceErrors(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  reports: readonly ErrorReport[],
): Promise<void> {
  const now = new Date(clock.now());
  const byFingerprint = Map.groupBy(reports, fingerprintOf);
  // In one order everywhere, so that two at once never wait for each other in a circle.
  const told = [...byFingerprint].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await db.transaction().execute(async (trx) => {
    for (const [fingerprint, same] of told) await keepOne(trx, fingerprint, same, now);
    const kept = told.map(([fingerprint]) => fingerprint);
    for (const version of new Set(reports.map((report) => report.version))) {
      await makeRoom(trx, kept, MAX_PER_VERSION, version);
    }
    await makeRoom(trx, kept, MAX_OVERALL);
  });
}

async function keepOne(
  trx: Kysely<Database>,
  fingerprint: string,
  same: readonly ErrorReport[],
  now: Date,
): Promise<void> {
  const sample = same.at(-1);
  if (!sample) return;
  const { version, kind, code, frames } = sample;
  const count = same.reduce((sum, report) => sum + report.count, 0);
  await trx
    .insertInto('device_errors')
    .values({
      ...{ fingerprint, version, kind, code, frames, count },
      ...{ first_seen: now, last_seen: now, sample: toJsonb(sample) },
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
 * Lets go of what was told of least, and longest ago, beyond so many; what has just come stays. Whoever floods the
 * table can drive out what hardly any device has, and not what many have.
 */
async function makeRoom(
  trx: Kysely<Database>,
  kept: readonly string[],
  most: number,
  version?: string,
): Promise<void> {
  let beyond = trx
    .selectFrom('device_errors')
    .select('fingerprint')
    .where('fingerprint', 'not in', kept)
    .orderBy('count', 'desc')
    .orderBy('last_seen', 'desc')
    .offset(Math.max(0, most - kept.length));
  if (version !== undefined) beyond = beyond.where('version', '=', version);
  await trx.deleteFrom('device_errors').where('fingerprint', 'in', beyond).execute();
}

function fingerprintOf(report: ErrorReport): string {
  const top = { ...report, frames: report.frames.slice(0, TELLING_FRAMES) };
  return createHash('sha256')
    .update(`${report.version} ${errorFingerprint(top)}`)
    .digest('hex')
    .slice(0, 32);
}
