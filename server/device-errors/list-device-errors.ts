import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { errorReport } from '#schemas/error-report.ts';
import { type Database } from '../db/tables.ts';

/** Lists the device errors of one app version, or of all versions if none is given, newest first. */
export function listDeviceErrors(db: Kysely<Database>, max: number, version?: string) {
  return db
    .selectFrom('device_errors')
    .selectAll()
    .$if(version !== undefined, (query) => query.where('version', '=', version ?? ''))
    .orderBy('last_seen', 'desc')
    .orderBy('fingerprint')
    .limit(max)
    .execute();
}

/**
 * Formats a device error as one line: last and first time, count, error, version, device and screen, and the code
 * location, innermost frame first.
 */
export function formatDeviceError({
  first_seen,
  last_seen,
  count,
  kind,
  code,
  version,
  frames,
  sample,
}: Awaited<ReturnType<typeof listDeviceErrors>>[number]): string {
  return [
    `${last_seen.toISOString()} since ${first_seen.toISOString()}`,
    `${count} times`,
    code === null ? kind : `${kind} ${code}`,
    version,
    describeDevice(sample),
    frames.join(' < ') || '-',
  ].join('  ');
}

/** Summarises the latest report: browser, system, screen, source and connection. */
function describeDevice(sample: unknown): string {
  const parsed = v.safeParse(errorReport, sample);
  // Another version of this server may have stored a different format.
  if (!parsed.success) return '-';
  const { browser, browser_major, system, route, heard, connection } = parsed.output;
  return `${browser} ${browser_major ?? '?'} on ${system}, ${route ?? 'no screen'}, ${heard}, ${connection}`;
}
