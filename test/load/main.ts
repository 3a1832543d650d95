import { providePostgres } from '#test/setup/postgres.ts';
import { writeLoadReport } from './load-report.ts';
import { playLoad } from './play-load.ts';

/**
 * `npm run load -- [MINUTES] [DEVICES] [SEED]`: devices of a hundred companies work on three processes behind
 * nginx, one of which is killed and one replaced. Reports waiting times, and lost or duplicated data. Exits
 * with 1 if there are problems.
 */
const [minutes = 10, devices = 500, seed = 1] = process.argv.slice(2).map(Number);
const COMPANIES = 100;

const companies = Math.min(COMPANIES, devices);
process.stdout.write(
  `${devices} devices of ${companies} companies for ${minutes} min, seed ${seed}\n`,
);
const postgres = await providePostgres();
try {
  const report = await playLoad({
    ...{ postgres: postgres.url, seed, seconds: minutes * 60, devices, companies },
  });
  process.stdout.write(writeLoadReport(report));
  process.exitCode = report.problems.length === 0 ? 0 : 1;
} finally {
  await postgres.stop();
}
