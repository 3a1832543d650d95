import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from '#test/setup/chromium.ts';
import { root } from '#test/setup/source-tree.ts';
import { cache } from '#tools/paths.ts';
import {
  browserTable,
  type EngineReport,
  type EngineRun,
  incompleteRuns,
  versionIn,
  replaceTable,
} from './browser-table.ts';

/**
 * `npm run browsers` writes the table in docs/supported-browsers.md from each engine's last report. Fails if an
 * engine's report doesn't cover all features, because the table would lose results.
 */
const path = join(root, 'docs', 'supported-browsers.md');

function read(name: string): EngineReport | null {
  const report = join(cache, 'reports', `${name}.json`);
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as EngineReport) : null;
}

function chromiumVersion(): string {
  const program = findChromium();
  if (program === null) return 'Chromium';
  const versionText = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return /\w+ [\d.]+/.exec(versionText)?.[0] ?? 'Chromium';
}

const [firefox, webkit] = [read('playwright-firefox'), read('playwright-webkit')];
const runs: EngineRun[] = [
  { engine: 'chromium', version: chromiumVersion(), report: read('playwright') },
  { engine: 'firefox', version: versionIn(firefox) ?? 'Firefox', report: firefox },
  { engine: 'webkit', version: versionIn(webkit) ?? 'WebKitGTK', report: webkit },
];
const incompleteEngines = incompleteRuns(runs).map(({ engine }) => engine);
if (incompleteEngines.length > 0) {
  process.stderr.write(
    `The last run was missing or ran only some tests in: ${incompleteEngines.join(', ')}.\n` +
      'Run all of them with `npm test`; for one engine alone, ' +
      '`npm run test:engines -- --project=firefox` or `webkit`, without a file or title.\n',
  );
  process.exitCode = 1;
} else {
  writeFileSync(path, replaceTable(readFileSync(path, 'utf8'), browserTable(runs)));
  process.stdout.write(`${browserTable(runs)}\n`);
}
