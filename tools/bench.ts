import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { basename, join } from 'node:path';
import type { BenchRow } from '#test/bench/bench-row.ts';
import { type Section, asTable, readReport, writeReport } from './bench-report.ts';
import { isBuildCurrent } from './build-stamp.ts';
import { root } from './places.ts';

/**
 * `npm run bench` runs every `test/bench/*.bench.ts`, one after the other; `npm run bench -- decoder`
 * only that one. The table goes to the terminal and, in place of what was there of the same
 * benchmarks, to `docs/bench.md`. Exits with 1 when a benchmark broke; a missed goal is a result.
 */
const folder = join(root, 'test', 'bench');
const reportFile = join(root, 'docs', 'bench.md');

const wanted = process.argv.slice(2);
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => basename(file, '.bench.ts'))
  .toSorted();
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  throw new Error(`No benchmark ${unknown.join(', ')}; there are ${names.join(', ')}.`);
}

if (!isBuildCurrent()) {
  const { buildApp } = await import('./build-app.ts');
  await buildApp();
}

let sections = existsSync(reportFile) ? readReport(readFileSync(reportFile, 'utf8')) : [];
sections = sections.filter(({ name }) => names.includes(name));

for (const name of wanted.length > 0 ? wanted : names) {
  process.stdout.write(`\n${name}\n`);
  const rows = await measure(name);
  if (rows === null) {
    process.exitCode = 1;
    continue;
  }
  const section: Section = { name, conditions: conditions(), table: asTable(rows) };
  process.stdout.write(`${section.table}\n`);
  sections = [...sections.filter((other) => other.name !== name), section];
  mkdirSync(join(root, 'docs'), { recursive: true });
  writeFileSync(reportFile, writeReport(sections));
}

/** The rows of one benchmark; null when it broke, which its own output explains. */
function measure(name: string): Promise<BenchRow[] | null> {
  return new Promise((resolve, reject) => {
    const worker = join(root, 'tools', 'bench-worker.ts');
    const child = fork(worker, [join(folder, `${name}.bench.ts`)], { cwd: root });
    let rows: BenchRow[] | null = null;
    child.once('message', (message) => (rows = message as BenchRow[]));
    child.once('error', reject);
    child.once('exit', () => resolve(rows));
  });
}

function conditions(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${cpus().length} × ${model}, ${memory} GiB, Node ${process.versions.node}, ${process.platform}`;
}
