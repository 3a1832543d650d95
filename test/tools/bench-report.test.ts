import { check } from 'prettier';
import { describe, expect, test } from 'vitest';
import { asTable, readReport, writeReport } from '#tools/bench-report.ts';

const rows = [
  { figure: 'projects list', goal: '≤ 100 ms', result: '83 ms', met: true },
  { figure: 'save | durable', goal: '≤ 50 ms', result: '61 ms', met: false, note: 'disk\nis slow' },
  { figure: 'heap', goal: '–', result: '11 MB', met: null },
];

describe('the report of the benchmarks', () => {
  test('says of each figure whether its goal was met', () => {
    const [head, , met, missed, without] = asTable(rows).split('\n');
    expect(head).toMatch(/^\| Figure +\| Goal +\| Result/);
    expect(met).toMatch(/83 ms +\| met/);
    expect(missed).toMatch(/save \\\| durable .*\| missed +\| disk is slow/);
    expect(without).toMatch(/11 MB +\| –/);
  });

  test('is formatted as the gate wants it', async () => {
    const written = writeReport([{ name: 'size', conditions: '2030-01-01', table: asTable(rows) }]);
    expect(await check(written, { parser: 'markdown' })).toBe(true);
  });

  test('can be read again, so that one benchmark is renewed and the others stay', () => {
    const size = { name: 'size', conditions: '2030-01-01, 2 × CPU', table: asTable(rows) };
    const decoder = { name: 'decoder', conditions: '2030-01-02, 2 × CPU', table: asTable(rows) };
    const written = writeReport([size, decoder]);
    expect(readReport(written)).toEqual([decoder, size]);
    expect(writeReport(readReport(written))).toBe(written);
  });
});
