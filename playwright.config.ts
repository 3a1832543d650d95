import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallChromium, findShell } from '#test/setup/chromium.ts';

const isCi = process.env['CI'] === 'true';
/** Runs the long tests instead: `npm run nightly`. */
const isNightly = process.env['NIGHTLY'] === '1';

/** What goes through all screens takes longest. */
const tours = ['**/screens.e2e.ts', '**/layout-shift.e2e.ts', '**/roles.e2e.ts'];
/** What only makes pictures: where somebody asks for them. */
const pictures = [
  ...(process.env['SCREENSHOTS'] === '1'
    ? []
    : ['**/screenshots.e2e.ts', '**/moving-picture.e2e.ts']),
  ...(process.env['CONTACT_SHEET'] === '1' ? [] : ['**/contact-sheet.e2e.ts']),
];
/**
 * In the whole Chromium: what shows notifications, what works on the browser's own pages, and the main job, as it is
 * lived through. A test that is refused the camera opens the whole by itself: the shell has nobody to ask.
 */
const whole = ['push', 'support', 'device-faults', 'main-job', 'screenshots', 'moving-picture'].map(
  (name) => `**/${name}.e2e.ts`,
);

const wholeBrowser = {
  launchOptions: { executablePath: findOrInstallChromium(), args: chromiumArguments },
};

/**
 * End-to-end tests: each starts the real server with a data directory of its own and drives the
 * built app in Chromium at a phone’s size. Three files at a time: while one waits, the others work.
 */
export default defineConfig({
  testDir: isNightly ? 'test/e2e/nightly' : 'test/e2e',
  projects: isNightly
    ? [{ name: 'nightly', testMatch: '**/*.e2e.ts' }]
    : [
        // First, so that no core is left without work at the end.
        { name: 'tours', testMatch: tours },
        { name: 'whole', testMatch: whole, testIgnore: pictures, use: wholeBrowser },
        {
          name: 'flows',
          testMatch: '**/*.e2e.ts',
          testIgnore: ['**/nightly/**', ...tours, ...whole, ...pictures],
          // Motion costs a tenth of the time; the tours and the main job keep it.
          use: { contextOptions: { reducedMotion: 'reduce' } },
        },
      ],
  globalSetup: './test/e2e-fixtures/demo-data.ts',
  fullyParallel: false,
  workers: 3,
  // Machines that build are shared, and browsers have moods; the gate names whoever needed it.
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: findShell(), args: chromiumArguments },
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    // Longer than any act takes on a busy machine; a test that hangs should say where at once.
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
    // A trace takes a picture of every act, which costs more than the acts: only where somebody asks.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
