import type { BenchRow } from '#test/bench/bench-row.ts';

/** One benchmark in the report: when and where it was measured, and its table in Markdown. */
export type Section = { name: string; conditions: string; table: string };

const title =
  '# Measurements\n\nWritten by `npm run bench`. Goals are goals: a missed one stays in the table, with its reason.\n';

/** The rows as a table that reads well both as plain text and as Markdown. */
export function asTable(rows: readonly BenchRow[]): string {
  const lines = [
    ['Figure', 'Goal', 'Result', '', 'Note'],
    ...rows.map((row) => [row.figure, row.goal, row.result, verdict(row.met), row.note ?? '']),
  ].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(3, ...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = row(widths.map((width) => '-'.repeat(width)));
  const [head = [], ...body] = lines;
  return [row(head), rule, ...body.map(row)].join('\n');
}

function verdict(met: boolean | null): string {
  if (met === null) return '–';
  return met ? 'met' : 'missed';
}

/** The report's text, its benchmarks in the order of their names. */
export function writeReport(sections: readonly Section[]): string {
  const parts = sections
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ name, conditions, table }) => `## ${name}\n\n${conditions}\n\n${table}\n`);
  return [title, ...parts].join('\n');
}

/** The benchmarks of an earlier report, so that one can be renewed without losing the others. */
export function readReport(text: string): Section[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name = '', conditions = '', ...table] = part.trim().split(/\n\n/);
      return { name, conditions, table: table.join('\n\n') };
    });
}
