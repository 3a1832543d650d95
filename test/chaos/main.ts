import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { MINUTE_MS } from '#schemas/durations.ts';
import { HistoryError, playHistory } from './history.ts';
import { historyOf, formatSteps } from './steps.ts';
import { emptyTally } from './tally.ts';
import { isFetchBug } from '#test/setup/fetch-bug.ts';
import { spawnServer } from '#test/setup/spawned-server.ts';

/**
 * `npm run chaos -- MINUTES [SEED] [HISTORIES] [--no-restores] [--no-reviews]` plays random histories of edits,
 * reviewers' decisions, faults, kills and restores from backups. Each history has its own server and phones. Reports
 * what was lost or duplicated. The same seed plays the same histories. Exits with 1 if a history failed.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    'no-restores': { type: 'boolean', default: false },
    'no-reviews': { type: 'boolean', default: false },
  },
});
const [
  minutes = 5,
  seed = Math.floor(Math.random() * 2 ** 31),
  maxHistories = Number.POSITIVE_INFINITY,
] = positionals.map(Number);
const STEPS = 80;

// Any other uncaught error ends the run.
process.on('uncaughtException', (error) => {
  if (isFetchBug(error)) return;
  process.stdout.write(`${inspect(error)}\n`);
  process.exit(1);
});

const folder = mkdtempSync(join(tmpdir(), 'club-chaos-'));
const demoServer = await spawnServer({ appDirectory: null });
await demoServer.stop();
cpSync(demoServer.dataDirectory, folder, { recursive: true });
await demoServer.dispose();

const tally = emptyTally();
const endsAt = Date.now() + minutes * MINUTE_MS;
const brokenHistories: string[] = [];
process.stdout.write(`chaos for ${minutes} min, seed ${seed}\n`);
for (let index = 0; index < maxHistories && Date.now() < endsAt; index += 1) {
  const steps = historyOf(seed + index, STEPS, {
    hasRestores: !values['no-restores'],
    hasReviews: !values['no-reviews'],
  });
  const startedAt = Date.now();
  try {
    await playHistory(steps, { dataFrom: folder, tally });
    process.stdout.write(
      `history ${tally.histories}: ${steps.length} steps, ${Date.now() - startedAt} ms\n`,
    );
  } catch (error) {
    brokenHistories.push(`history ${tally.histories} of seed ${seed}`);
    // The error is last, because the soak prints only the last lines of a failure.
    const problem = error instanceof HistoryError ? error.message : inspect(error);
    process.stdout.write(
      `${formatSteps(steps)}\n${brokenHistories.at(-1)} is broken:\n${problem}\n`,
    );
  }
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ minutes, seed, ...tally }, null, 2)}\n`);
process.exit(brokenHistories.length > 0 ? 1 : 0);
