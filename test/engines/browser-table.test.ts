import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesUnder, root } from '#test/setup/source-tree.ts';
import {
  browserTable,
  type EngineReport,
  featuresOfTable,
  incompleteRuns,
  versionIn,
  replaceTable,
} from './browser-table.ts';
import { features } from './features.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const titles = Object.values(features).map(({ title }) => title);

describe('the table of supported browsers', () => {
  test('has the features that the flows declare', () => {
    expect(featuresOfTable(read('docs/supported-browsers.md'))).toEqual(titles);
  });

  test('each feature is proven by a flow in one file, and by files of the Chromium suite', () => {
    const flows = filesUnder('test/engines', ['.ts'])
      .filter((path) => path.endsWith('.e2e.ts'))
      .map(read);
    const files = Object.keys(features).map((key) => [
      key,
      flows.filter((text) => new RegExp(`features\\.${key}\\b`).test(text)).length,
    ]);
    expect(files).toEqual(Object.keys(features).map((key) => [key, 1]));
    const suites = Object.values(features).flatMap(({ chromium }) => [...chromium]);
    const missingSuites = suites.filter(
      (name) => !existsSync(join(root, `test/e2e/${name}.e2e.ts`)),
    );
    expect(missingSuites).toEqual([]);
  });
});

const report = (title: string, status: string, expectedStatus = 'passed'): EngineReport => ({
  suites: [
    {
      file: 'main-job.e2e.ts',
      specs: [],
      suites: [
        {
          file: 'main-job.e2e.ts',
          specs: [
            {
              file: 'main-job.e2e.ts',
              title,
              tests: [
                { status, expectedStatus, annotations: [{ type: 'engine', description: 'Fox 1' }] },
              ],
            },
          ],
        },
      ],
    },
  ],
});
const row = (table: string, title: string) =>
  table
    .split('\n')
    .find((line) => line.startsWith(`| ${title} `))
    ?.split('|')
    .map((text) => text.trim())
    .slice(2, -1);

describe('the table', () => {
  const { signIn, lostStorage } = features;

  test.each([
    ['expected', 'passed', 'passes'],
    ['flaky', 'passed', 'passes'],
    ['unexpected', 'passed', 'fails'],
    ['expected', 'failed', 'known fault W2'],
    ['skipped', 'passed', 'no test'],
  ])(
    'for a test that is %s and was expected to be %s says “%s”',
    (status, expectedStatus, label) => {
      const firefoxReport = report(`${signIn.title} (W2)`, status, expectedStatus);
      const table = browserTable([
        { engine: 'chromium', version: 'Chromium 2', report: report('a whole day', status) },
        { engine: 'firefox', version: versionIn(firefoxReport) ?? '', report: firefoxReport },
        { engine: 'webkit', version: 'WebKit', report: null },
      ]);
      expect(row(table, 'feature')).toEqual(['Chromium 2', 'Fox 1', 'WebKit']);
      expect(row(table, signIn.title)?.slice(1)).toEqual([label, 'not run']);
      expect(row(table, lostStorage.title)?.[1]).toBe(`– ${lostStorage.unsupported.firefox}`);
    },
  );

  test('isn’t written from a partial run, or without a run', () => {
    const all = Object.values(features).map(({ title }) => report(title, 'expected').suites);
    const completeReport = { suites: all.flat() };
    const partialReport = report(signIn.title, 'expected');
    const incompleteEngines = (run: EngineReport | null) =>
      incompleteRuns([
        { engine: 'firefox', version: 'Fox 1', report: run },
        { engine: 'webkit', version: 'WebKit', report: completeReport },
      ]).map(({ engine }) => engine);
    expect(incompleteEngines(completeReport)).toEqual([]);
    expect(incompleteEngines(partialReport)).toEqual(['firefox']);
    expect(incompleteEngines(null)).toEqual(['firefox']);
  });

  test('replaces the previous table', () => {
    const text = read('docs/supported-browsers.md');
    const table = browserTable([]);
    const newText = replaceTable(text, table);
    expect(featuresOfTable(newText)).toEqual(titles);
    expect(replaceTable(newText, table)).toBe(newText);
    expect(() => replaceTable('no marks', table)).toThrow(/no markers/);
  });
});
