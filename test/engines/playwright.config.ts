import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { cache } from '#tools/paths.ts';
import { minutes } from './nightly/settings.ts';
import type { EngineName } from './tab.ts';

const isCi = process.env['CI'] === 'true';
/** Runs the long tests instead: `npm run engines-nightly`. */
const isNightly = process.env['NIGHTLY'] === '1';

/** Engine named by `--project`; `npm run browsers` reads its report, but not that of the long tests. */
const chosenEngine = /--project[= ](?<engine>\w+)/.exec(process.argv.join(' '))?.groups?.['engine'];
const run = `${chosenEngine ?? 'engines'}${isNightly ? '-nightly' : ''}`;
const outputFile = join(cache, 'reports', `playwright-${run}.json`);

const project = (engineName: EngineName) => ({ name: engineName, use: { engineName } });

/** Main flows in Firefox and WebKit, two files at a time, because tests spend half of their time waiting. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  testMatch: isNightly ? '**/engines/nightly/*.e2e.ts' : '**/engines/*.e2e.ts',
  projects: [project('firefox'), project('webkit')],
  globalSetup: '../e2e-fixtures/demo-data.ts',
  fullyParallel: false,
  workers: 2,
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  // The longest test runs for the configured minutes, and then waits until everything is sent.
  timeout: isNightly ? (20 + minutes(20)) * 60_000 : 240_000,
  expect: { timeout: 30_000 },
  // A run deletes previous results, so each engine has its own folder.
  outputDir: `../../test-results/${run}`,
  reporter: [['list'], ['json', { outputFile }]],
});
