import { startPatroniCluster, type PatroniCluster } from '#test/setup/patroni-cluster.ts';
import { startPooler, hasPooler } from '#test/setup/pooler.ts';
import { pauseUnlessFinished } from '#test/attack/attack-context.ts';
import { type Target } from '#test/attack/target.ts';
import { percentile } from '#test/bench/percentile.ts';
import { writeLoadReport } from '#test/load/load-report.ts';
import { type Disturbance, playLoad } from '#test/load/play-load.ts';
import { memorySlope, watchMemory, type MemorySample } from './memory.ts';
import { runPrograms } from './programs.ts';

/**
 * `npm run soak -- [MINUTES] [DEVICES] [SEED]`: devices work through nginx, three processes, PgBouncer and HAProxy on
 * two PostgreSQL machines. In turn, a process is killed, all of them are updated, and the primary is killed. Meanwhile,
 * chaos with restores, the attack and the monkey run one after the other on separate servers. Exits with 1 if there are
 * problems.
 */
const [minutes = 20, devices = 500, seed = 1] = process.argv.slice(2).map(Number);
const COMPANIES = 100;
/** Number of connections from PgBouncer to PostgreSQL. */
const POOL_SIZE = 60;
/** Quiet time before each disruption, in milliseconds. */
const CALM_MS = 30_000;

const print = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Repeats all disruptions until the time is over; the last round is completed.
 * @returns reasons of rounds that failed
 */
async function disturb(
  cluster: PatroniCluster,
  { processes }: Target,
  { newerBuild, logEvent, isFinished }: Disturbance,
): Promise<readonly string[]> {
  const startedAt = performance.now();
  const failures: string[] = [];
  const calm = () => pauseUnlessFinished({ isFinished }, CALM_MS);
  const report = (event: string) => {
    print(`${Math.round((performance.now() - startedAt) / 1000)} s: ${event}`);
    logEvent(event);
  };
  const disturbOnce = async (round: number) => {
    await calm();
    report('a process is killed');
    await processes[round % processes.length]?.killAndStart();
    report('it runs again');
    await calm();
    report('the rolling update starts');
    for (const process of processes) await process.rollOver(newerBuild);
    report('all processes run the newer build');
    await calm();
    report('the primary is killed');
    await cluster.killPrimary();
    report('the standby accepts writes');
    await cluster.rejoin();
    report('the other machine is a standby');
  };
  for (let round = 0; !isFinished(); round += 1) {
    // A busy machine can be too slow for a failover, which must not discard hours of results.
    await disturbOnce(round).catch(async (error: unknown) => {
      failures.push(`round ${round + 1}: ${String(error)}`);
      report(`the round failed: ${String(error)}`);
      await cluster.rejoin().catch(() => report('the other machine isn’t a standby yet'));
    });
  }
  return failures;
}

if (!hasPooler()) throw new Error('PgBouncer isn’t installed on this machine.');
print(`soak for ${minutes} min, ${devices} devices, seed ${seed}`);
const cluster = await startPatroniCluster();
const samples: MemorySample[] = [];
let failedRounds: readonly string[] = [];
let pooler: Awaited<ReturnType<typeof startPooler>> | null = null;
try {
  const programs = runPrograms(minutes, seed);
  const report = await playLoad({
    postgres: cluster.url,
    seed,
    seconds: minutes * 60,
    devices,
    companies: Math.min(COMPANIES, devices),
    connect: async (url) => (pooler = await startPooler(url, POOL_SIZE)).url,
    disturb: async (target, disturbance) => {
      const stopWatching = watchMemory(target.processes, samples);
      failedRounds = await disturb(cluster, target, disturbance).finally(stopWatching);
    },
  });
  const outcomes = await programs;
  print(writeLoadReport(report));
  const duplicates = report.problems.filter((problem) => problem.includes('was never requested'));
  const errors = report.problems.filter((problem) => problem.startsWith('the server logged'));
  const lost = report.problems.length - duplicates.length - errors.length;
  const times = report.waits.map(({ ms }) => ms);
  print(`lost ${lost}, doubled ${duplicates.length}, errors ${errors.length}`);
  print(`p95 of all calls with retries: ${Math.round(percentile(times, 0.95))} ms`);
  print(`memory: ${memorySlope(samples)}`);
  for (const { name, hasPassed, lastLines } of outcomes) {
    print(`${name}: ${hasPassed ? 'passed' : 'FAILED'}\n${lastLines}`);
  }
  for (const failure of failedRounds) print(`disruption failed in ${failure}`);
  const haveProgramsPassed = outcomes.every(({ hasPassed }) => hasPassed);
  const hasPassed = report.problems.length === 0 && failedRounds.length === 0 && haveProgramsPassed;
  process.exitCode = hasPassed ? 0 : 1;
} finally {
  await (pooler as { stop: () => Promise<void> } | null)?.stop();
  await cluster.stop();
}
