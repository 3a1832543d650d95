import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallChromium } from '#test/setup/chromium.ts';

/**
 * End-to-end tests: each starts the real server with a data directory of its own and drives the
 * built app in Chromium at a phone's size. One at a time: two cores carry one browser and one server.
 */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  // It writes into docs/, so only where somebody wants that.
  testIgnore: process.env['SCREENSHOTS'] === '1' ? [] : ['**/screenshots.e2e.ts'],
  globalSetup: './test/e2e-fixtures/demo-data.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: process.env['CI'] === 'true',
  timeout: 120_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: findOrInstallChromium(), args: chromiumArguments },
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
});
