import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { errorReport } from '#schemas/error-report.ts';
import { type Database } from '../db/tables.ts';

/**
 * The errors that devices have told of, the newest first, a line for each: when last and first, how often, what and in
 * which version, on what kind of device and screen, and where in the build's files, the innermost place first.
 */
export async function listDeviceErrors(db: Kysely<Database>, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('device_errors')
    .selectAll()
    .orderBy('last_seen', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ first_seen, last_seen, count, kind, code, version, frames, sample }) =>
    [
      `${last_seen.toISOString()} since ${first_seen.toISOString()}`,
      `${count} times`,
      code === null ? kind : `${kind} ${code}`,
      version,
      deviceOf(sample),
      frames.join(' < ') || '-',
    ].join('  '),
  );
}

/** Of the last report: browser, system, screen, how it came up, and the connection. */
function deviceOf(sample: unknown): string {
  const read = v.safeParse(errorReport, sample);
  // Of another version of this server.
  if (!read.success) return '-';
  const { browser, browser_major, system, route, heard, connection } = read.output;
  return `${browser} ${browser_major ?? '?'} on ${system}, ${route ?? 'no screen'}, ${heard}, ${connection}`;
}
