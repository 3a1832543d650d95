import { providePostgres } from '#test/setup/postgres.ts';
import { writeLoadReport } from './load-report.ts';
import { playLoad } from './play-load.ts';
import { playRecovery, writeRecoveryReport } from './recovery.ts';

/**
 * `npm run load -- [MINUTES] [DEVICES] [SEED]`: devices of a hundred companies work on three processes behind
 * nginx, one of which is killed and one replaced. Reports waiting times, and lost or duplicated data.
 * `npm run load -- recovery [DEVICES] [SPREAD_SECONDS] [SEED]`: devices recover after a restored backup, while others
 * work as usual. Both exit with 1 if there are problems.
 */
const COMPANIES = 100;
const QUIET_SECONDS = 60;

const [scenario = '', ...rest] = process.argv.slice(2);
const postgres = await providePostgres();
try {
  const problems =
    scenario === 'recovery'
      ? await recover(...rest.map(Number))
      : await work(...process.argv.slice(2).map(Number));
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}

async function work(minutes = 10, devices = 500, seed = 1): Promise<readonly string[]> {
  const companies = Math.min(COMPANIES, devices);
  process.stdout.write(
    `${devices} devices of ${companies} companies for ${minutes} min, seed ${seed}\n`,
  );
  const report = await playLoad({
    postgres: postgres.url,
    seed,
    seconds: minutes * 60,
    devices,
    companies,
  });
  process.stdout.write(writeLoadReport(report));
  return report.problems;
}

async function recover(devices = 5_000, spreadSeconds = 60, seed = 1): Promise<readonly string[]> {
  process.stdout.write(
    `${devices} devices recover, noticing within ${spreadSeconds} s, seed ${seed}\n`,
  );
  const report = await playRecovery({
    postgres: postgres.url,
    seed,
    devices,
    quietSeconds: QUIET_SECONDS,
    spreadSeconds,
  });
  process.stdout.write(writeRecoveryReport(report));
  return report.problems;
}
