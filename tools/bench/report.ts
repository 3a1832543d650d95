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

/** Maximum number of runs shown per benchmark. */
const MAX_SHOWN_RUNS = 3;

/** Generated parts of docs/bench.md, each between two comments. */
const parts = ['goals', 'runs'] as const;

/**
 * Replaces the generated parts of the document: the summary of goals and the last runs of each
 * benchmark.
 * @throws if the comments around a part are missing
 */
export function withReport(document: string, history: readonly BenchRun[]): string {
  const texts = { goals: summaryOf(history), runs: runsOf(history) };
  return parts.reduce((text, part) => replacePart(text, part, texts[part]), document);
}

function replacePart(document: string, part: (typeof parts)[number], text: string): string {
  const begin = `<!-- The ${part} are written by \`npm run bench\`. -->`;
  const [from, to] = [
    document.indexOf(begin),
    document.indexOf(`<!-- The end of the ${part}. -->`),
  ];
  if (from < 0 || to < from) throw new Error(`The document has no section for the ${part}.`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}

/** Counts the goals that each benchmark's newest run met, and lists those it missed. */
function summaryOf(history: readonly BenchRun[]): string {
  const newestRuns = [...new Map(history.map((run) => [run.bench, run])).values()];
  const rows = newestRuns
    .toSorted((a, b) => a.bench.localeCompare(b.bench))
    .flatMap((run) => run.rows.map((row) => ({ ...row, bench: run.bench })));
  const goals = rows.filter(({ met: isMet }) => isMet !== null);
  const missedGoals = goals.filter(({ met: isMet }) => isMet === false);
  const countText = `**${goals.length - missedGoals.length} of ${goals.length} goals are met.**`;
  if (missedGoals.length === 0) return countText;
  const lines = missedGoals.map(({ bench, figure, goal, result }) => [bench, figure, goal, result]);
  return `${countText} These are missed:\n\n${markdownTable([['Benchmark', 'Figure', 'Goal', 'Result'], ...lines])}`;
}

/** Renders the last runs of each benchmark. */
function runsOf(history: readonly BenchRun[]): string {
  const names = [...new Set(history.map(({ bench }) => bench))].toSorted();
  const tables = names.map((name) => {
    const runs = history.filter(({ bench }) => bench === name).slice(-MAX_SHOWN_RUNS);
    const machines = [...new Set(runs.map(({ machine }) => machine))].join('; ');
    return `### ${name}\n\n${machines}\n\n${asTable(runs)}`;
  });
  return tables.join('\n\n');
}

/**
 * Renders a benchmark's runs as a Markdown table that is also readable as plain text.
 * @param runs newest last
 */
export function asTable(runs: readonly BenchRun[]): string {
  const newestRows = runs.at(-1)?.rows ?? [];
  const resultOf = ({ rows }: BenchRun, figure: string) =>
    rows.find((row) => row.figure === figure)?.result ?? '–';
  return markdownTable([
    ['Figure', 'Goal', ...runs.map(runName), '', 'Note'],
    ...newestRows.map(({ figure, goal, met: isMet, note = '' }) => [
      figure,
      goal,
      ...runs.map((run) => resultOf(run, figure)),
      verdict(isMet),
      note,
    ]),
  ]);
}

/** @param rows the header first */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) =>
    cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')),
  );
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = row(widths.map((width) => '-'.repeat(width)));
  const [head = [], ...body] = lines;
  return [row(head), rule, ...body.map(row)].join('\n');
}

function runName({ date, revision }: BenchRun): string {
  return revision === '' ? date : `${date} ${revision}`;
}

function verdict(isMet: boolean | null): string {
  if (isMet === null) return '–';
  return isMet ? 'met' : 'missed';
}
