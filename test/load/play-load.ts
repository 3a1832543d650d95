import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { type Database } from '#server/db/tables.ts';
import {
  countRows,
  findInconsistentAccounts,
  findLostWrites,
  emptyAcknowledgedWrites,
} from '#test/attack/acknowledged.ts';
import { createContext, pauseUnlessFinished } from '#test/attack/attack-context.ts';
import { openTarget, type Target } from '#test/attack/target.ts';
import { newProduct } from '#test/server/order-setup.ts';
import { plainSerials } from '#test/server/scan-setup.ts';
import { nginx } from '#test/setup/front-proxies.ts';
import { root } from '#test/setup/source-tree.ts';
import { copyServer } from '#tools/release/release.ts';
import { type Device, seedDevices } from './devices.ts';
import { findOrderProblems, readOrders } from './order-audit.ts';
import { patientClient } from './patient-client.ts';
import { type LoadReport } from './load-report.ts';
import { keepStreamOpen, type Streams } from './streams.ts';
import { type PlacedOrders, PRICE, workOnDevice } from './work.ts';

const PROCESSES = 3;
/** When a process is killed and another replaced, as fractions of the duration. */
const KILL_AT = 0.35;
const ROLL_AT = 0.65;
/** Interval for counting database connections, in milliseconds. */
const SAMPLE_MS = 500;

interface LoadOptions {
  /** URL of a PostgreSQL server where databases can be created. */
  readonly postgres: string;
  readonly seed: number;
  readonly seconds: number;
  readonly devices: number;
  readonly companies: number;
  /**
   * Starts a proxy between the processes and PostgreSQL.
   * @returns the address that the processes use
   */
  readonly connect?: (url: string) => Promise<string>;
  /** Disrupts the work; by default, kills one process and replaces another. */
  readonly disturb?: (target: Target, disturbance: Disturbance) => Promise<void>;
}

/** Environment of a disruption. The work continues until it ends. */
export interface Disturbance {
  readonly seconds: number;
  /** Folder of a newer build. */
  readonly newerBuild: string;
  readonly logEvent: (description: string) => void;
  /** True once the planned duration is over. */
  readonly isFinished: () => boolean;
}

/**
 * Devices scan, pull and order through nginx and three processes on one PostgreSQL. A disruption runs at the
 * same time. Checks afterwards that all acknowledged work is stored.
 * @throws if nginx is missing
 */
export async function playLoad(options: LoadOptions): Promise<LoadReport> {
  if (!nginx.isInstalled()) throw new Error('nginx isn’t installed on this machine.');
  // Trust two proxies: `x-forwarded-for` has the device's address, then the address of nginx.
  const target = await openTarget(
    options.postgres,
    PROCESSES,
    { TRUST_PROXY: '2' },
    options.connect,
  );
  const front = await nginx.start(target.processes.map(({ origin }) => origin));
  const newerBuild = mkdtempSync(join(tmpdir(), 'club-newer-'));
  copyServer(newerBuild);
  symlinkSync(join(root, 'node_modules'), join(newerBuild, 'node_modules'));
  try {
    return await play(target, { origin: front.url, newer: newerBuild }, options);
  } finally {
    await front.stop();
    await target.close();
    rmSync(newerBuild, { recursive: true, force: true });
  }
}

async function play(
  target: Target,
  { origin, newer }: { origin: string; newer: string },
  { seed, seconds, devices, companies, disturb = replaceProcesses }: LoadOptions,
): Promise<LoadReport> {
  const { db } = target;
  const users = await seedDevices(db, { devices, companies });
  const companyIds = [...new Set(users.map(({ companyId }) => companyId))];
  const countsBefore = await countRows(db, companyIds);
  const shop = { clock: { now: Date.now, set: () => undefined, advance: () => undefined }, db };
  const { variant } = await newProduct(shop, { stock: 1_000_000, price: PRICE });
  const endsAt = performance.now() + seconds * 1000;
  const isOver = () => performance.now() > endsAt;
  let isDisturbed = true;
  const options = { seed, origins: [origin], isFinished: () => isOver() && !isDisturbed };
  const client = patientClient(origin, devices);
  const acknowledgedWork = emptyAcknowledgedWrites();
  const placedOrders: PlacedOrders = new Map();
  const streams: Streams = { opened: 0, notices: 0 };
  const streamAgent = new Agent({ keepAlive: false, rejectUnauthorized: false });
  const startedAt = performance.now();
  const events: LoadReport['events'][number][] = [];
  const logEvent = (description: string) =>
    events.push({ description, loggedAt: performance.now() - startedAt });
  const connections = countConnections(db, options.isFinished);
  await Promise.all([
    ...users.map((device, index) => {
      const context = createContext(`device ${index}`, options);
      const share = Math.floor(plainSerials.length / devices);
      const serials = plainSerials.slice(index * share, (index + 1) * share);
      const worker = {
        ...toWorker(device),
        serials,
        acknowledged: acknowledgedWork,
        variant,
        placedOrders,
      };
      return workOnDevice(context, { ...worker, canRename: false, send: client.send });
    }),
    ...users.map((device) =>
      keepStreamOpen(options, device, { origin, agent: streamAgent, streams }),
    ),
    disturb(target, { seconds, newerBuild: newer, logEvent, isFinished: isOver }).finally(
      () => (isDisturbed = false),
    ),
  ]);
  client.close();
  const workedMs = performance.now() - startedAt;
  const problems = [
    ...(await findLostWrites(db, acknowledgedWork, {
      companies: companyIds,
      before: countsBefore,
    })),
    ...findOrderProblems(placedOrders, await readOrders(db, companyIds)),
    ...(await findInconsistentAccounts(db)),
    ...[...new Set(target.errors)].slice(0, 20).map((line) => `the server logged: ${line}`),
  ];
  return {
    seed,
    devices,
    companies,
    events,
    problems,
    streams,
    seconds: workedMs / 1000,
    waits: client.waits,
    retries: client.retries,
    connections: await connections,
    peakBytes: target.processes.map((process) => process.peakBytes()),
    acknowledged: {
      projects: acknowledgedWork.projects.size,
      scans: acknowledgedWork.scans.size,
      messages: acknowledgedWork.messages.size,
      orders: placedOrders.size,
    },
  };
}

/** Converts a device to a worker. */
const toWorker = ({ token, userId, companyId, address }: Device) => ({
  session: { token, user_id: userId, company_id: companyId },
  address,
});

/** Kills and restarts a process, and later replaces another. */
async function replaceProcesses({ processes }: Target, disturbance: Disturbance): Promise<void> {
  const [killedProcess, replacementProcess] = processes;
  await pauseUnlessFinished(disturbance, disturbance.seconds * 1000 * KILL_AT);
  disturbance.logEvent('a process is killed');
  await killedProcess?.killAndStart();
  disturbance.logEvent('the process is running again');
  await pauseUnlessFinished(disturbance, disturbance.seconds * 1000 * (ROLL_AT - KILL_AT));
  disturbance.logEvent('a process is asked to stop');
  await replacementProcess?.rollOver(disturbance.newerBuild);
  disturbance.logEvent('the newer build is running');
}

/** @returns the peak number of connections of the server's processes */
async function countConnections(db: Kysely<Database>, isFinished: () => boolean): Promise<number> {
  let peakCount = 0;
  while (!isFinished()) {
    const result = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where application_name = 'club' and datname = current_database()`
      .execute(db)
      .catch(() => null);
    peakCount = Math.max(peakCount, result?.rows[0]?.count ?? 0);
    await pauseUnlessFinished({ isFinished }, SAMPLE_MS);
  }
  return peakCount;
}
