import { inspect } from 'node:util';
import { providePostgres } from '#test/setup/postgres.ts';
import { attackServers } from './play-attack.ts';
import { hasPassed, formatReport } from './report.ts';

/**
 * `npm run attack -- [MINUTES] [SEED]` attacks two server processes with their own PostgreSQL while honest
 * users work, and reports wrong responses and lost or duplicated data. The same seed makes the same choices.
 * Exits with 1 if there were problems.
 */
const [minutes = 5, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv.slice(2).map(Number);

process.on('uncaughtException', (error) => {
  process.stdout.write(`${inspect(error)}\n`);
  process.exit(1);
});

process.stdout.write(`attack for ${minutes} min, seed ${seed}\n`);
const postgres = await providePostgres();
try {
  const report = await attackServers({
    postgres: postgres.url,
    seed,
    seconds: minutes * 60,
    intensity: {
      bodies: Number.POSITIVE_INFINITY,
      crowdPauseMs: 0,
      outages: { lossMs: 15_000, killMs: 45_000 },
      sessionMs: 75_000,
    },
  });
  process.stdout.write(formatReport(report));
  process.exitCode = hasPassed(report) ? 0 : 1;
} finally {
  await postgres.stop();
}
