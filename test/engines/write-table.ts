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
  versionIn,
  withTable,
} from './browser-table.ts';

/**
 * `npm run browsers` writes the table in docs/supported-browsers.md from each engine's last report.
 */
const path = join(root, 'docs', 'supported-browsers.md');

function read(name: string): EngineReport | null {
  const report = join(cache, 'reports', `${name}.json`);
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as EngineReport) : null;
}

function chromiumVersion(): string {
  const program = findChromium();
  if (program === null) return 'Chromium';
  const said = execFileSync(program, ['--version'], { encoding: 'utf8' });
  return /\w+ [\d.]+/.exec(said)?.[0] ?? 'Chromium';
}

const [firefox, webkit] = [read('playwright-firefox'), read('playwright-webkit')];
const runs: EngineRun[] = [
  { engine: 'chromium', version: chromiumVersion(), report: read('playwright') },
  { engine: 'firefox', version: versionIn(firefox) ?? 'Firefox', report: firefox },
  { engine: 'webkit', version: versionIn(webkit) ?? 'WebKitGTK', report: webkit },
];
writeFileSync(path, withTable(readFileSync(path, 'utf8'), browserTable(runs)));
process.stdout.write(`${browserTable(runs)}\n`);
