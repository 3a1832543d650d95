import { format } from 'oxfmt';
import { describe, expect, test } from 'vitest';
import type { BenchRow } from '#test/bench/bench-row.ts';
import { type BenchRun, asTable, withReport } from '#tools/bench/report.ts';

const rows: BenchRow[] = [
  { figure: 'projects list', goal: '≤ 100 ms', result: '83 ms', met: true },
  { figure: 'save | durable', goal: '≤ 50 ms', result: '61 ms', met: false, note: 'disk\nis slow' },
  { figure: 'heap', goal: '–', result: '11 MB', met: null },
];
const run = (revision: string, overrides: Partial<BenchRun> = {}): BenchRun => {
  return { bench: 'size', date: '2030-01-01', revision, machine: '2 × CPU', rows, ...overrides };
};

const empty = `# Measurements

<!-- The goals are written by \`npm run bench\`. -->
<!-- The end of the goals. -->

## Load

Written by hand.

<!-- The runs are written by \`npm run bench\`. -->
<!-- The end of the runs. -->
`;

describe('the report of the benchmarks', () => {
  test('marks each figure as met or missed', () => {
    const [head, , met, missed, withoutGoal] = asTable([run('abc')]).split('\n');
    expect(head).toMatch(/^\| Figure +\| Goal +\| 2030-01-01 abc/);
    expect(met).toMatch(/83 ms +\| met/);
    expect(missed).toMatch(/save \\\| durable .*\| missed +\| disk is slow/);
    expect(withoutGoal).toMatch(/11 MB +\| –/);
  });

  test('shows the last three runs of each benchmark, the newest on the right', () => {
    const earlierRows = rows.slice(0, 1).map((row) => ({ ...row, result: '90 ms' }));
    const runs = [run('first'), run('second', { rows: earlierRows }), run('third'), run('')];
    const output = withReport(empty, [
      ...runs.slice(0, 2),
      run('other', { bench: 'live' }),
      ...runs.slice(2),
    ]);
    expect(output).not.toContain('first');
    expect(output).toMatch(/\| Goal +\| 2030-01-01 second \| 2030-01-01 third \| 2030-01-01 +\|/);
    expect(output).toMatch(/projects list +\| ≤ 100 ms +\| 90 ms +\| 83 ms +\| 83 ms +\| met/);
    expect(output).toMatch(/heap +\| – +\| – +\| 11 MB +\| 11 MB/);
    expect(output.indexOf('### live')).toBeLessThan(output.indexOf('### size'));
  });

  test('counts the goals of the newest runs and lists the missed ones first', () => {
    const earlierRows = rows.map((row) => ({ ...row, met: false }));
    const output = withReport(empty, [run('abc', { rows: earlierRows }), run('abd')]);
    expect(output).toContain('**1 of 2 goals are met.** These are missed:');
    expect(output).toMatch(/\| size +\| save \\\| durable +\| ≤ 50 ms +\| 61 ms +\|/);
    expect(output.indexOf('goals are met')).toBeLessThan(output.indexOf('### size'));
  });

  test('keeps the text around its sections', () => {
    const output = withReport(empty, [run('abc')]);
    expect(output).toContain('## Load\n\nWritten by hand.');
    expect(withReport(output, [run('abc')])).toBe(output);
    expect(() => withReport('# Measurements\n', [])).toThrow('no section for the goals');
  });

  test('is formatted like the rest of the documentation', async () => {
    const output = withReport(empty, [run('abc'), run('abd')]);
    expect((await format('bench.md', output)).code).toBe(output);
  });
});
