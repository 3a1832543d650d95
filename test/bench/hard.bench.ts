/**
 * Labels read under difficult conditions, by condition, with current and previous passes on the
 * same frames.
 */
import { HARD_KINDS } from '#test/film/hard-frames.ts';
import type { BenchRow } from './bench-row.ts';
import { readHardWindows, type HardRead, type RoundRead } from './hard-reads.ts';
import { percentile } from './percentile.ts';

/** Reduce with `HARD_WINDOWS` on a shared machine. */
const WINDOWS = Number(process.env['HARD_WINDOWS'] ?? 1024);
/** Of 1,024 windows. */
const READ_GOAL = 985;
const MEDIAN_GOAL = 5;
const SLOW_GOAL = 15;

export async function run(): Promise<BenchRow[]> {
  const reads = await readHardWindows(WINDOWS);
  const goal = Math.ceil((READ_GOAL * WINDOWS) / 1024);
  const read = reads.filter(({ now }) => now.read).length;
  const wrong = reads.filter(({ now }) => now.wrong).length;
  const gained = reads.filter(({ before, now }) => now.read && !before.read).length;
  const lost = reads.filter(({ before, now }) => before.read && !now.read).length;
  const ms = reads.flatMap(({ now }) => now.ms);
  const median = percentile(ms, 0.5);
  const slow = percentile(ms, 0.95);
  const earlier = reads.filter((one) => one.before.read).length;
  return [
    {
      figure: 'hard frames: labels read within six frames',
      goal: `≥ ${goal} of ${WINDOWS}`,
      result: `${read} of ${WINDOWS}`,
      met: read >= goal,
      note: `${earlier} with the passes of before; ${gained} gained, ${lost} lost`,
    },
    {
      figure: 'hard frames: read as another text',
      goal: '0',
      result: String(wrong),
      met: wrong === 0,
      note: 'in any of the frames that were looked at',
    },
    {
      figure: 'hard frames: processor time for a frame, median',
      goal: `≤ ${MEDIAN_GOAL} ms`,
      result: spent(median),
      met: median <= MEDIAN_GOAL,
      note: `${spent(percentile(before(reads), 0.5))} before`,
    },
    {
      figure: 'hard frames: processor time for a frame, p95',
      goal: `≤ ${SLOW_GOAL} ms`,
      result: spent(slow),
      met: slow <= SLOW_GOAL,
      note: `${spent(percentile(before(reads), 0.95))} before`,
    },
    ...HARD_KINDS.map((kind) => kindRow(kind, reads)),
  ];
}

function before(reads: readonly HardRead[]): number[] {
  return reads.flatMap((one) => one.before.ms);
}

function kindRow(kind: string, all: readonly HardRead[]): BenchRow {
  const reads = all.filter((one) => one.kind === kind);
  const count = (round: (one: HardRead) => RoundRead) =>
    reads.filter((one) => round(one).read).length;
  const ms = reads.flatMap(({ now }) => now.ms);
  const wrong = reads.filter(({ now }) => now.wrong).length;
  return {
    figure: `hard frames, ${kind}: read`,
    goal: '–',
    result: `${count(({ now }) => now)} of ${reads.length}`,
    met: null,
    note: `${count((one) => one.before)} before; ${wrong} wrong; a frame ${spent(percentile(ms, 0.5))}, p95 ${spent(percentile(ms, 0.95))}`,
  };
}

function spent(value: number): string {
  return `${value.toFixed(1)} ms`;
}
