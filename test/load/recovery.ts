import { randomUUID } from 'node:crypto';
import { Agent } from 'node:https';
import { type Kysely, sql } from 'kysely';
import { getEpoch, renewEpoch } from '#server/db/epoch.ts';
import { type Database } from '#server/db/tables.ts';
import { seededRandom } from '#server/demo/seeded-random.ts';
import { emptyAcknowledgedWrites } from '#test/attack/acknowledged.ts';
import { type AttackRequest, type AttackResponse } from '#test/attack/exchange.ts';
import { createContext } from '#test/attack/attack-context.ts';
import { openTarget } from '#test/attack/target.ts';
import { percentile } from '#test/bench/percentile.ts';
import { pause } from '#test/chaos/pause.ts';
import { newProduct } from '#test/server/order-setup.ts';
import { plainSerials } from '#test/server/scan-setup.ts';
import { nginx } from '#test/setup/front-proxies.ts';
import { type Device, seedDevices } from './devices.ts';
import { patientClient, type RequestWait } from './patient-client.ts';
import { type DeviceChats, recoverDevice, type RecoveryTally } from './recovering-device.ts';
import { PRICE, workOnDevice } from './work.ts';

const PROCESSES = 3;
/** Devices of one company. */
const TEAM = 10;
/** People who work as usual; each has their own company. */
const WORKERS = 50;
/** Number of connections from all recovering devices to the proxy. */
const SOCKETS = 3_000;
/** Maximum p95 of people who work as usual, as a multiple of their p95 before the restore. */
const ALLOWED_FACTOR = 3;
/** More memory would indicate a leak: a quiet process has about 200 MB. */
const ALLOWED_BYTES = 1_000_000_000;
const POOL = 20;
const METRICS_TOKEN = 'a token of at least 32 characters, for tests';

interface RecoveryLoad {
  /** URL of a PostgreSQL server where databases can be created. */
  readonly postgres: string;
  readonly seed: number;
  readonly devices: number;
  /** Duration of the measurement before the restore. */
  readonly quietSeconds: number;
  /** Period in which the devices notice the restore, spread evenly. */
  readonly spreadSeconds: number;
}

interface RecoveryReport {
  readonly quietP95: number;
  readonly busyP95: number;
  readonly factor: number;
  /** p95 of people's own pulls from the beginning. */
  readonly ownPullsP95: number;
  readonly seconds: number;
  readonly tally: RecoveryTally;
  readonly connections: number;
  /** Event-loop delays of the processes in that period, p99 of each second, in milliseconds. */
  readonly loopDelays: readonly number[];
  readonly peakBytes: readonly number[];
  readonly problems: readonly string[];
}

/**
 * Many devices recover after a backup was restored, while others work as usual. Checks that each chat of each device is
 * stored once, that the processes stay within their limits, and that the others hardly notice.
 * @throws if nginx is missing
 */
export async function playRecovery(load: RecoveryLoad): Promise<RecoveryReport> {
  const { postgres, seed, devices: count, quietSeconds, spreadSeconds } = load;
  const target = await openTarget(postgres, PROCESSES, {
    TRUST_PROXY: '2',
    METRICS_TOKEN,
  });
  const front = await nginx.start(target.processes.map(({ origin }) => origin));
  const agent = new Agent({ keepAlive: true, maxSockets: SOCKETS, rejectUnauthorized: false });
  try {
    const { db } = target;
    const companies = WORKERS + Math.ceil(count / TEAM);
    const allDevices = await seedDevices(db, { devices: WORKERS + count, companies });
    const [workers, devices] = [allDevices.slice(0, WORKERS), allDevices.slice(WORKERS)];
    const chats = await restoreBackup(db, devices);
    let isOver = false;
    const oldEpoch = await getEpoch(db);
    // People's own devices recover as well: their pulls wait while they continue to work.
    const isOwnRecovery = (_: AttackResponse, { path }: AttackRequest) =>
      path.includes(`since=${oldEpoch}`);
    const client = patientClient(front.url, WORKERS, isOwnRecovery);
    const working = workAsUsual(db, workers, {
      seed,
      origin: front.url,
      send: client.send,
      isFinished: () => isOver,
    });
    await pause(quietSeconds * 1000);
    const startedAt = performance.now();
    const quietWaits = [...client.waits];
    await renewEpoch(db, Date.now());
    const tally: RecoveryTally = { requests: 0, retries: 0, stale: 0, problems: [] };
    const random = seededRandom(seed);
    const connections = countConnections(db, () => isOver);
    const loopDelays = watchEventLoops(
      target.processes.map(({ origin }) => origin),
      () => isOver,
    );
    await Promise.all(
      devices.map(async (device, index) => {
        await pause(((index + random()) / count) * spreadSeconds * 1000);
        const options = { origin: front.url, agent, random, checkpoint: `${oldEpoch}.1`, tally };
        await recoverDevice(device, chats[index] ?? newChats(), options);
      }),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    // Rejected pulls and pulls from the beginning are part of the recovery of people's own devices.
    const recoveryWaits = client.waits
      .slice(quietWaits.length)
      .filter(({ call, status }) => !(call.startsWith('GET ') && [409, 503].includes(status)));
    const busyWaits = recoveryWaits.filter(({ isFullPull }) => !isFullPull);
    const ownPulls = recoveryWaits.filter(({ isFullPull }) => isFullPull);
    isOver = true;
    await working;
    client.close();
    const [quietP95, busyP95] = [p95(quietWaits), p95(busyWaits)];
    const report = {
      quietP95,
      busyP95,
      factor: busyP95 / quietP95,
      seconds,
      tally,
      ownPullsP95: p95(ownPulls),
      connections: await connections,
      loopDelays: await loopDelays,
      peakBytes: target.processes.map((process) => process.peakBytes()),
    };
    const crashes = target.processes.filter((process) => process.crashes() > 0).length;
    const problems = [
      ...tally.problems,
      ...(await findWrongChats(db, devices, chats)),
      ...target.errors.map((line) => `the server logged: ${line}`),
      ...(crashes > 0 ? [`${crashes} processes crashed`] : []),
      ...(report.factor > ALLOWED_FACTOR ? ['people who worked as usual waited too long'] : []),
      ...(report.connections > POOL * PROCESSES ? ['too many connections to the database'] : []),
      ...(Math.max(...report.peakBytes) > ALLOWED_BYTES ? ['a process used too much memory'] : []),
    ];
    return { ...report, problems: [...new Set(problems)].slice(0, 20) };
  } finally {
    agent.destroy();
    await front.stop();
    await target.close();
  }
}

const p95 = (waits: readonly RequestWait[]) =>
  percentile(
    waits.map(({ ms }) => ms),
    0.95,
  );

interface WorkOptions {
  readonly seed: number;
  readonly origin: string;
  readonly send: ReturnType<typeof patientClient>['send'];
  readonly isFinished: () => boolean;
}

/** Lets people work as usual until the end. */
async function workAsUsual(
  db: Kysely<Database>,
  workers: readonly Device[],
  { seed, origin, send, isFinished }: WorkOptions,
): Promise<void> {
  const shop = { clock: { now: Date.now, set: () => undefined, advance: () => undefined }, db };
  const { variant } = await newProduct(shop, { stock: 1_000_000, price: PRICE });
  const acknowledgedWork = emptyAcknowledgedWrites();
  const share = Math.floor(plainSerials.length / workers.length);
  await Promise.all(
    workers.map(({ token, userId, companyId, address }, index) => {
      const context = createContext(`worker ${index}`, { seed, origins: [origin], isFinished });
      return workOnDevice(context, {
        session: { token, user_id: userId, company_id: companyId },
        serials: plainSerials.slice(index * share, (index + 1) * share),
        address,
        acknowledged: acknowledgedWork,
        variant,
        send,
        placedOrders: new Map(),
        canRename: false,
      });
    }),
  );
}

const newChats = (): DeviceChats => ({
  confirmed: randomUUID(),
  unconfirmed: randomUUID(),
  unsent: randomUUID(),
});

/**
 * Stores what the restored backup contains: the confirmed chats, except those of every tenth device, and half of the
 * unconfirmed ones.
 * @returns the chats of each device
 */
async function restoreBackup(
  db: Kysely<Database>,
  devices: readonly Device[],
): Promise<DeviceChats[]> {
  const chats = devices.map(newChats);
  const storedChats = devices.flatMap(({ companyId, userId }, index) => {
    const { confirmed = '', unconfirmed = '' } = chats[index] ?? {};
    const ids = [
      ...(index % 10 === 0 ? [] : [confirmed]),
      ...(index % 2 === 0 ? [] : [unconfirmed]),
    ];
    return ids.map((uuid) => ({ uuid, companyId, userId }));
  });
  const column = (name: 'uuid' | 'companyId' | 'userId') => storedChats.map((chat) => chat[name]);
  await sql`
    with chat as (
      select * from unnest(${column('uuid')}::uuid[], ${column('companyId')}::uuid[], ${column('userId')}::uuid[])
        as chat (uuid, company_id, user_id)
    ), message as (
      insert into support_messages (uuid, chat_uuid, sender, message, created_at)
      select uuid, uuid, 'installer', 'Chat ' || uuid, now() from chat
    ), counter as (
      update companies set rev = rev + (select count(*) from chat where company_id = companies.id)
      where id in (select company_id from chat)
    )
    insert into support_chats (uuid, company_id, user_id, title, status, info, op_id, deleted, created_at, updated_at, rev)
    select uuid, company_id, user_id, 'A leak', 1, '{}'::jsonb, gen_random_uuid(), false, now(), now(),
      (select rev from companies where id = company_id) + row_number() over (partition by company_id)
    from chat`.execute(db);
  return chats;
}

/** Finds chats that aren't stored exactly once, with one message. */
async function findWrongChats(
  db: Kysely<Database>,
  devices: readonly Device[],
  chats: readonly DeviceChats[],
): Promise<string[]> {
  const expected = chats.flatMap((deviceChats) => Object.values(deviceChats));
  const { rows } = await sql<{ uuid: string }>`
    select chat.uuid from support_chats chat join support_messages message on message.chat_uuid = chat.uuid
    where chat.user_id = any(${devices.map(({ userId }) => userId)}::uuid[])`.execute(db);
  const storedIds = new Set(rows.map(({ uuid }) => uuid));
  const lostCount = expected.filter((uuid) => !storedIds.has(uuid)).length;
  return [
    ...(lostCount > 0 ? [`${lostCount} of ${expected.length} chats are lost`] : []),
    ...(rows.length > storedIds.size || storedIds.size > expected.length
      ? [`${rows.length} messages are stored instead of ${expected.length}`]
      : []),
  ];
}

/** @returns the peak number of connections of the processes */
async function countConnections(db: Kysely<Database>, isOver: () => boolean): Promise<number> {
  let peakCount = 0;
  while (!isOver()) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where application_name = 'club' and datname = current_database()`.execute(db);
    peakCount = Math.max(peakCount, rows[0]?.count ?? 0);
    await pause(500);
  }
  return peakCount;
}

/** @returns the event-loop delay of each process in each second */
async function watchEventLoops(
  origins: readonly string[],
  isOver: () => boolean,
): Promise<number[]> {
  const delays: number[] = [];
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  while (!isOver()) {
    for (const origin of origins) {
      const text = await fetch(`${origin}/metrics`, { headers }).then((response) =>
        response.text(),
      );
      const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1];
      delays.push(Number(seconds) * 1000);
    }
    await pause(1_000);
  }
  return delays;
}

/** Formats the results. */
export function writeRecoveryReport(report: RecoveryReport): string {
  const { quietP95, busyP95, factor, seconds, tally, connections, peakBytes, problems } = report;
  const { ownPullsP95, loopDelays } = report;
  return [
    `recovered in ${Math.round(seconds)} s: ${tally.requests} requests, of which ${tally.retries} were retried; ${tally.stale} old checkpoints`,
    `people who worked as usual: p95 ${Math.round(quietP95)} ms before, ${Math.round(busyP95)} ms meanwhile, ${factor.toFixed(1)} times`,
    `their own pulls from the beginning: p95 ${Math.round(ownPullsP95)} ms`,
    `event-loop delay, p99 of a second: ${Math.round(percentile(loopDelays, 0.5))} ms in half of the seconds, ${Math.round(Math.max(...loopDelays))} ms at most`,
    `connections to the database: ${connections} at most; memory at most: ${peakBytes.map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`).join(', ')}`,
    ...(problems.length === 0 ? ['each chat is stored once'] : problems),
    '',
  ].join('\n');
}
