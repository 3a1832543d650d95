import { startPatroniCluster, type PatroniCluster } from '#test/setup/patroni-cluster.ts';
import { pauseUnlessFinished } from '#test/attack/attack-context.ts';
import { type LoadReport, writeLoadReport } from './load-report.ts';
import { type Disturbance, playLoad } from './play-load.ts';

/**
 * `npm run failovers -- [DEVICES] [SEED] [COUNT]`: devices work on three processes, HAProxy and two PostgreSQL machines with
 * Patroni. The primary is killed COUNT times. Reports lost and duplicated data, and when writes work again. Exits
 * with 1 if there are problems.
 */
const [devices = 100, seed = 1, count = 3] = process.argv.slice(2).map(Number);
const COMPANIES = 20;
/** Quiet time before each failover, in milliseconds. */
const CALM_MS = 20_000;
/** Maximum time from the promotion to the first acknowledged write, in milliseconds. */
const LIMIT_MS = 10_000;
const events = {
  killed: 'the primary is killed',
  promoted: 'the standby accepts writes',
  rejoined: 'the other machine is a standby',
} as const;

async function failOver(cluster: PatroniCluster, disturbance: Disturbance): Promise<void> {
  const neverFinished = { isFinished: () => false };
  for (let index = 0; index < count; index += 1) {
    await pauseUnlessFinished(neverFinished, CALM_MS);
    disturbance.logEvent(events.killed);
    await cluster.killPrimary();
    disturbance.logEvent(events.promoted);
    await cluster.rejoin();
    disturbance.logEvent(events.rejoined);
  }
  await pauseUnlessFinished(neverFinished, CALM_MS);
}

/** Duration of each failover in milliseconds, up to the first acknowledged write. */
function failoversOf({ events: loggedEvents, waits }: LoadReport) {
  const timesOf = (name: string) =>
    loggedEvents.filter(({ description }) => description === name).map(({ loggedAt }) => loggedAt);
  const writes = waits.filter(({ call, status }) => call.startsWith('POST') && status < 300);
  const killTimes = timesOf(events.killed);
  return timesOf(events.promoted).map((promotedAt, index) => {
    const writeTimes = writes
      .filter(({ respondedAt }) => respondedAt > promotedAt)
      .map(({ respondedAt }) => respondedAt);
    const writableAt = Math.min(...writeTimes);
    return { afterPromotion: writableAt - promotedAt, total: writableAt - (killTimes[index] ?? 0) };
  });
}

process.stdout.write(`${count} failovers, ${devices} devices, seed ${seed}\n`);
const cluster = await startPatroniCluster();
try {
  const report = await playLoad({
    postgres: cluster.url,
    seed,
    seconds: 0,
    devices,
    companies: Math.min(COMPANIES, devices),
    disturb: (_target, disturbance) => failOver(cluster, disturbance),
  });
  process.stdout.write(writeLoadReport(report));
  const failovers = failoversOf(report);
  for (const { afterPromotion, total } of failovers) {
    const seconds = (ms: number) => (ms / 1000).toFixed(1);
    process.stdout.write(
      `the first write ${seconds(total)} s after the kill, ${seconds(afterPromotion)} s after the promotion\n`,
    );
  }
  const areInTime = failovers.every(({ afterPromotion }) => afterPromotion <= LIMIT_MS);
  const isPassed = failovers.length === count && areInTime && report.problems.length === 0;
  process.exitCode = isPassed ? 0 : 1;
} finally {
  await cluster.stop();
}
