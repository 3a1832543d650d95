import type { BenchRow } from '#test/bench/bench-row.ts';

/** One run of a benchmark; `docs/bench-history.json` holds all runs, newest last. */
export interface BenchRun {
  readonly bench: string;
  /** Date, such as 2026-11-22. */
  readonly date: string;
  /** Short commit hash; empty if unknown. */
  readonly revision: string;
  readonly machine: string;
  readonly rows: readonly BenchRow[];
}

/** Number of runs shown per benchmark. */
const MAX_SHOWN = 3;

const title =
  '# Measurements\n\nWritten by `npm run bench`; the newest run stands at the right, all of them in `bench-history.json`. Goals are\ngoals: a missed one stays in the table, with its reason.\n';

/** Renders the report with the last runs of each benchmark. */
export function writeReport(history: readonly BenchRun[]): string {
  const names = [...new Set(history.map(({ bench }) => bench))].toSorted();
  const parts = names.map((name) => {
    const runs = history.filter(({ bench }) => bench === name).slice(-MAX_SHOWN);
    const machines = [...new Set(runs.map(({ machine }) => machine))].join('; ');
    return `## ${name}\n\n${machines}\n\n${asTable(runs)}\n`;
  });
  return [title, ...parts].join('\n');
}

/**
 * Renders runs of one benchmark as a Markdown table that is also readable as plain text.
 * @param runs newest last
 */
export function asTable(runs: readonly BenchRun[]): string {
  const newest = runs.at(-1)?.rows ?? [];
  const resultIn = ({ rows }: BenchRun, figure: string) =>
    rows.find((row) => row.figure === figure)?.result ?? '–';
  const lines = [
    ['Figure', 'Goal', ...runs.map(nameOf), '', 'Note'],
    ...newest.map(({ figure, goal, met, note = '' }) => [
      ...[figure, goal, ...runs.map((run) => resultIn(run, figure))],
      ...[verdict(met), note],
    ]),
  ].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = row(widths.map((width) => '-'.repeat(width)));
  const [head = [], ...body] = lines;
  return [row(head), rule, ...body.map(row)].join('\n');
}

function nameOf({ date, revision }: BenchRun): string {
  return revision === '' ? date : `${date} ${revision}`;
}

function verdict(met: boolean | null): string {
  if (met === null) return '–';
  return met ? 'met' : 'missed';
}
