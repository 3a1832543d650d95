/**
 * Labels read under difficult conditions with the passes of the camera, by condition, and with other decoders on
 * some of the same frames. Also still pictures of several labels, and pictures without a code.
 */
import { prepareDecoder } from '#test/workers/prepare-decoder.ts';
import type { BenchRow } from './bench-row.ts';
import { OURS, readFamilies, type Tally } from './hard-reads.ts';
import { peerDecoders } from './peer-decoders.ts';
import { percentile } from './percentile.ts';
import { startProgress } from './progress.ts';

/** Number of windows; reduce it with `HARD_WINDOWS` on a shared machine. */
const WINDOWS = Number(process.env['HARD_WINDOWS'] ?? 1024);
const scaledCount = (count: number) => Math.ceil((count * WINDOWS) / 1024);
const COUNTS = {
  hard: WINDOWS,
  badLight: scaledCount(300),
  otherKinds: scaledCount(60),
  still: scaledCount(69),
  peers: scaledCount(24),
};
/** Minimum share of codes to read in each family. */
const GOALS: Readonly<Record<string, number>> = {
  hard: 985 / 1024,
  badlight: 220 / 300,
  'several codes': 420 / 452,
};
const MEDIAN_GOAL = 5.5;
const SLOW_GOAL = 16;

export async function run(): Promise<BenchRow[]> {
  await prepareDecoder();
  const tallies = await readFamilies(COUNTS, await peerDecoders(), startProgress('hard'));
  const ownTallies = tallies.filter(({ decoder }) => decoder === OURS);
  const families = [...new Set(tallies.map(({ family }) => family))];
  return [
    ...families.flatMap((family) => familyRows(family, ownTallies)),
    ...frameRows(ownTallies.filter(({ family }) => family !== 'several codes')),
    ...tallies.filter(({ decoder }) => decoder !== OURS).map(comparisonRow),
  ];
}

function familyRows(family: string, ownTallies: readonly Tally[]): BenchRow[] {
  const tallies = ownTallies.filter((tally) => tally.family === family);
  const all = sum(tallies);
  if (family === 'codeless') {
    const figure = `codeless: texts read in ${all.ms.length} passes over pictures without a code`;
    return [
      {
        figure,
        goal: '0',
        result: String(all.wrong),
        met: all.wrong === 0,
        note: describeTimes(all),
      },
    ];
  }
  const minimum = family in GOALS ? Math.ceil((GOALS[family] ?? 0) * all.total) : null;
  const row = {
    figure: `${family}: codes read`,
    goal: minimum === null ? '–' : `≥ ${minimum} of ${all.total}`,
    result: `${all.read} of ${all.total}`,
    met: minimum === null ? null : all.read >= minimum,
    note: noteOf(all),
  };
  return tallies.length === 1 ? [row] : [row, ...tallies.map(kindRow)];
}

function kindRow(tally: Tally): BenchRow {
  const result = `${tally.read} of ${tally.total}`;
  const figure = `${tally.family}, ${tally.kind}: codes read`;
  return { figure, goal: '–', result, met: null, note: noteOf(tally) };
}

function frameRows(tallies: readonly Tally[]): BenchRow[] {
  const all = sum(tallies);
  const [median, slow] = [percentile(all.ms, 0.5), percentile(all.ms, 0.95)];
  return [
    {
      figure: 'all frames: read as another text',
      goal: '0',
      result: String(all.wrong),
      met: all.wrong === 0,
      note: `${all.ms.length} frames`,
    },
    {
      figure: 'all frames: processor time, median',
      goal: `≤ ${MEDIAN_GOAL} ms`,
      result: `${median.toFixed(1)} ms`,
      met: median <= MEDIAN_GOAL,
    },
    {
      figure: 'all frames: processor time, p95',
      goal: `≤ ${SLOW_GOAL} ms`,
      result: `${slow.toFixed(1)} ms`,
      met: slow <= SLOW_GOAL,
    },
  ];
}

/** A decoder on the first windows of a family. */
function comparisonRow(tally: Tally): BenchRow {
  const { family, decoder, total, read, wrong } = tally;
  const isCodeless = family === 'codeless';
  return {
    figure: `${family}, first ${isCodeless ? tally.ms.length : total}: ${decoder}`,
    goal: '–',
    result: isCodeless ? `${wrong} texts` : `${read} of ${total}`,
    met: null,
    note: isCodeless ? describeTimes(tally) : noteOf(tally),
  };
}

function sum(tallies: readonly Tally[]): Pick<Tally, 'read' | 'total' | 'wrong' | 'ms'> {
  const add = (of: (tally: Tally) => number) => tallies.reduce((all, one) => all + of(one), 0);
  return {
    read: add((one) => one.read),
    total: add((one) => one.total),
    wrong: add((one) => one.wrong),
    ms: tallies.flatMap(({ ms }) => ms),
  };
}

function noteOf(tally: Pick<Tally, 'wrong' | 'ms'>): string {
  return `${tally.wrong} wrong; ${describeTimes(tally)}`;
}

function describeTimes({ ms }: Pick<Tally, 'ms'>): string {
  const [median, slow] = [percentile(ms, 0.5), percentile(ms, 0.95)];
  return `a picture ${median.toFixed(1)} ms, p95 ${slow.toFixed(1)} ms`;
}
