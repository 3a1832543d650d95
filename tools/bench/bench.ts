import { execFileSync, fork } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchRow } from '#test/bench/bench-row.ts';
import { type BenchRun, asTable, withReport } from './report.ts';
import { type MeasuredCheckout, checkOut, currentCheckout } from './revision.ts';
import { isBuildCurrent } from '../vite/build-stamp.ts';
import { root } from '../paths.ts';

/*
 * `npm run bench` runs every `test/bench/*.bench.ts` in sequence; `npm run bench -- decoder` runs one; `npm run bench
 * -- decoder --against main~5` also builds that revision, and measures both revisions alternately, twice each.
 * Appends each run to `docs/bench-history.json`, and shows the last three runs in `docs/bench.md`. Exits with 1 if a
 * benchmark fails to run; missing a goal isn't a failure.
 */
const folder = join(root, 'test', 'bench');
const historyFile = join(root, 'docs', 'bench-history.json');
const reportFile = join(root, 'docs', 'bench.md');
/**
 * Number of times that each revision is measured in a comparison. Alternating is necessary because a machine's speed
 * varies within minutes.
 */
const ROUNDS = 2;

const { values, positionals } = parseArgs({
  options: { against: { type: 'string' } },
  allowPositionals: true,
});
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => basename(file, '.bench.ts'))
  .toSorted();
const unknownNames = positionals.filter((name) => !names.includes(name));
if (unknownNames.length > 0) {
  throw new Error(
    `No such benchmark: ${unknownNames.join(', ')}. The benchmarks are ${names.join(', ')}.`,
  );
}

if (!isBuildCurrent()) build(root);
const thisCheckout = currentCheckout();
const baseline = values.against === undefined ? null : checkOut(values.against);
try {
  if (baseline) build(baseline.directory);
  for (const name of positionals.length > 0 ? positionals : names) await runBench(name);
} finally {
  baseline?.dispose();
}

/** Runs a benchmark, appends it to the history and prints a comparison. */
async function runBench(name: string): Promise<void> {
  process.stdout.write(`\n${name}\n`);
  const benchFileIn = ({ directory }: MeasuredCheckout) =>
    join(directory, 'test', 'bench', `${name}.bench.ts`);
  if (baseline && !existsSync(benchFileIn(baseline))) {
    process.stdout.write(`${baseline.revision} has no such benchmark.\n`);
    return;
  }
  const checkouts: MeasuredCheckout[] = baseline
    ? Array(ROUNDS).fill([baseline, thisCheckout]).flat()
    : [thisCheckout];
  const runs: BenchRun[] = [];
  for (const { directory, revision } of checkouts) {
    const rows = await measure(name, directory);
    if (rows === null) {
      process.exitCode = 1;
      return;
    }
    const date = new Date().toISOString().slice(0, 10);
    runs.push({ bench: name, date, revision, machine: describeMachine(), rows });
  }
  appendToHistory(runs);
  process.stdout.write(`${asTable(runs)}\n`);
}

function appendToHistory(runs: readonly BenchRun[]): void {
  const history: BenchRun[] = existsSync(historyFile)
    ? (JSON.parse(readFileSync(historyFile, 'utf8')) as BenchRun[])
    : [];
  const entries = [...history, ...runs].filter(({ bench }) => names.includes(bench));
  writeFileSync(historyFile, `${JSON.stringify(entries, null, 2)}\n`);
  writeFileSync(reportFile, withReport(readFileSync(reportFile, 'utf8'), entries));
}

function build(directory: string): void {
  execFileSync(process.execPath, ['tools/build.ts'], { cwd: directory, stdio: 'inherit' });
}

/** Returns a benchmark's rows; null if it failed, in which case its output explains why. */
function measure(name: string, directory: string): Promise<BenchRow[] | null> {
  return new Promise((resolve, reject) => {
    const file = join(directory, 'test', 'bench', `${name}.bench.ts`);
    const child = fork(join(root, 'tools', 'bench', 'worker.ts'), [file], { cwd: directory });
    let rows: BenchRow[] | null = null;
    child.once('message', (message) => (rows = message as BenchRow[]));
    child.once('error', reject);
    child.once('exit', () => resolve(rows));
  });
}

function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${model}, ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}
