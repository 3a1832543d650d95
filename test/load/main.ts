import { providePostgres } from '#test/setup/postgres.ts';
import { writeLoadReport } from './load-report.ts';
import { playLoad } from './play-load.ts';

/**
 * `npm run load -- [MINUTES] [DEVICES] [SEED]`: devices of a hundred companies at work on three processes behind nginx, of
 * which one is killed and one replaced; says how long they waited, and what was lost or doubled. Exits with 1 where
 * anything was.
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
