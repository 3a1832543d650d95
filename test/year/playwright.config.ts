import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallShell } from '#test/setup/chromium.ts';

/** Simulates a country's year, starting from an empty database: `npm run test:year`. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  workers: 1,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 15 * 60_000,
  expect: { timeout: 15_000 },
  // A run deletes previous results, so each configuration has its own folder.
  outputDir: '../../test-results/year',
  reporter: [['list', { printSteps: true }]],
  use: {
    launchOptions: { executablePath: findOrInstallShell(), args: chromiumArguments },
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    actionTimeout: 20_000,
    navigationTimeout: 20_000,
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
