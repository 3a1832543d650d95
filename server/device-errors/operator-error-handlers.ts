import { type Kysely } from 'kysely';
import * as v from 'valibot';
import { errorReport } from '#schemas/error-report.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import {
  type ListedDeviceError,
  MAX_DEVICE_ERRORS,
  MAX_ERROR_VERSIONS,
} from '#schemas/operator/system-calls.ts';
import { type OperatorHandler, type OperatorHandlers } from '../console/operator-handler.ts';
import { type Database } from '../db/tables.ts';
import { listDeviceErrors as readErrors } from './list-device-errors.ts';

const listDeviceErrors: OperatorHandler<typeof operatorCalls.listDeviceErrors> = async (
  { query: { version } },
  { db },
) => {
  const [rows, versions] = await Promise.all([
    readErrors(db, MAX_DEVICE_ERRORS, version),
    readVersions(db),
  ]);
  const data = rows.map(({ fingerprint, first_seen, last_seen, sample, ...row }) => ({
    id: fingerprint,
    ...{ kind: row.kind, code: row.code, version: row.version, frames: row.frames },
    latest: latestReport(sample),
    count: row.count,
    ...{ first_at: first_seen.toISOString(), last_at: last_seen.toISOString() },
  }));
  return { data, versions };
};

/** Counts the errors of each app version. Versions with the newest errors come first. */
async function readVersions(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('device_errors')
    .select(({ fn }) => [
      'version',
      fn.countAll<string>().as('errors'),
      fn.sum<string>('count').as('count'),
      fn.min('first_seen').as('first_seen'),
      fn.max('last_seen').as('last_seen'),
    ])
    .groupBy('version')
    .orderBy('last_seen', 'desc')
    .limit(MAX_ERROR_VERSIONS)
    .execute();
  return rows.map(({ version, errors, count, first_seen, last_seen }) => ({
    ...{ version, errors: Number(errors), count: Number(count) },
    ...{ first_at: first_seen.toISOString(), last_at: last_seen.toISOString() },
  }));
}

function latestReport(sample: unknown): ListedDeviceError['latest'] {
  const parsed = v.safeParse(errorReport, sample);
  if (!parsed.success) return null;
  const { browser, browser_major, system, route, connection } = parsed.output;
  return { browser, browser_major, system, route, connection };
}

/** Errors on devices in the console. */
export const operatorErrorHandlers = { listDeviceErrors } satisfies Partial<OperatorHandlers>;
