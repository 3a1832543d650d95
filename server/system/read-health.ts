import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { type Health } from '#schemas/operator/system-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { type OperatorHandler } from '../console/operator-handler.ts';
import { MAX_CLOCK_OFFSET_MS, measureClockOffset } from '../db/clock-offset.ts';
import { readMigrationStatus } from '../db/migrate.ts';
import { type Environment } from '../environment.ts';
import { type FileStore } from '../files/file-store.ts';
import { listFailingMessageKinds } from '../messages/queue/failed-messages.ts';
import { listMissingParts } from '../setup/missing-setup.ts';
import { VERSION } from '../version.ts';
import { listJobRuns } from './job-runs.ts';

/** A file store that takes longer than this to respond counts as unreachable. */
const STORE_TIMEOUT_MS = 2000;

/** Reads the values behind the checks of `/ready`. */
export const readHealth: OperatorHandler<typeof operatorCalls.readHealth> = async (
  _input,
  { db, clock, epoch, files, environment },
) => {
  const started = performance.now();
  await sql`select 1`.execute(db);
  const response_ms = Math.round(performance.now() - started);
  const [migrations, currentEpoch, offset_ms, is_reachable, failingKinds, runs, missing] =
    await Promise.all([
      readMigrationStatus(db),
      epoch.currentOrLast(),
      measureClockOffset(db),
      respondsInTime(files),
      listFailingMessageKinds(db, clock.now()),
      listJobRuns(db, clock.now()),
      listMissingParts(db),
    ]);
  const jobs = { good: 0, failing: 0, late: 0, new: 0 };
  for (const { state } of runs) jobs[state] += 1;
  return {
    version: VERSION,
    database: { kind: environment.databaseUrl === null ? 'embedded' : 'postgres', response_ms },
    migrations: {
      applied: migrations.applied.length,
      latest: migrations.applied.at(-1) ?? null,
      pending: [...migrations.pending],
      newer: [...migrations.newer],
    },
    epoch: currentEpoch,
    clock: { offset_ms, is_correct: Math.abs(offset_ms) <= MAX_CLOCK_OFFSET_MS },
    files: { store: environment.files === null ? 'database' : 'bucket', is_reachable },
    messages: listTransports(environment).map(({ channel, transport }) => ({
      ...{ channel, transport, is_failing: failingKinds.includes(channel) },
    })),
    jobs,
    missing_setup: missing.map(({ region, part }) => ({
      region: region === null ? null : regionIdOf(region),
      part,
    })),
  };
};

function listTransports({
  smtp,
  sms,
}: Environment): Omit<Health['messages'][number], 'is_failing'>[] {
  return [
    { channel: 'email', transport: smtp === null ? 'memory' : 'smtp' },
    { channel: 'sms', transport: sms === null ? 'memory' : 'gateway' },
    { channel: 'push', transport: 'push_service' },
  ];
}

async function respondsInTime(files: FileStore): Promise<boolean> {
  const timer = new AbortController();
  const timedOut = setTimeout(STORE_TIMEOUT_MS, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([files.isReachable(), timedOut]);
  } finally {
    timer.abort();
  }
}
