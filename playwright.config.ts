import { defineConfig } from '@playwright/test';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findOrInstallChromium, findShell } from '#test/setup/chromium.ts';

const isCi = process.env['CI'] === 'true';
/** Runs the tests that the gate leaves out instead: `npm run nightly`. */
const isNightly = process.env['NIGHTLY'] === '1';

/** Tests that the gate leaves out. */
const nightly = '**/nightly/**';
/** Tests of all screens; they take longest. */
const tours = [
  'screens',
  'roles',
  'appearances',
  'console-narrow',
  'console-themes',
  'console-widths',
  'wide-navigation',
].map((name) => `**/${name}.e2e.ts`);
/** Tests that only create pictures; they run on request. */
const pictures = [
  ...(process.env['SCREENSHOTS'] === '1'
    ? []
    : ['**/screenshots.e2e.ts', '**/console-pictures.e2e.ts', '**/moving-picture.e2e.ts']),
  ...(process.env['CONTACT_SHEET'] === '1' ? [] : ['**/contact-sheet.e2e.ts']),
];
/**
 * Tests in the full Chromium: notifications, the browser's own pages, and the main job. Tests of a denied camera
 * open it themselves, because the headless shell has no permission prompt.
 */
const fullBrowserTests = [
  'push',
  'support',
  'device-faults',
  'main-job',
  'screenshots',
  'moving-picture',
].map((name) => `**/${name}.e2e.ts`);

/**
 * Flows that take longest or build pages of their own, and long ones at the end of the alphabet. They
 * run before the others, which are short enough to end at about the same time.
 */
const longFlows = [
  'scanner',
  'unsaved-forms',
  'leads-overtaken',
  'app-update',
  'camera',
  'photo',
  'team',
].map((name) => `**/${name}.e2e.ts`);

/** Motion costs a tenth of the time; the tours and the main job keep it. */
const reducedMotion = { contextOptions: { reducedMotion: 'reduce' } } as const;

const fullBrowser = {
  launchOptions: { executablePath: findOrInstallChromium(), args: chromiumArguments },
};

/**
 * End-to-end tests: each starts the real server in a separate data directory and drives the
 * built app in Chromium at a phone’s size. Three files run at a time, because tests mostly wait.
 */
export default defineConfig({
  testDir: isNightly ? 'test/e2e/nightly' : 'test/e2e',
  projects: isNightly
    ? [
        { name: 'tours', testMatch: tours },
        { name: 'flows', testMatch: '**/*.e2e.ts', testIgnore: tours, use: reducedMotion },
      ]
    : [
        // First, so that no core is idle at the end.
        { name: 'tours', testMatch: tours, testIgnore: nightly },
        {
          name: 'full-browser',
          testMatch: fullBrowserTests,
          testIgnore: [nightly, ...pictures],
          use: fullBrowser,
        },
        { name: 'long flows', testMatch: longFlows, testIgnore: nightly, use: reducedMotion },
        {
          name: 'flows',
          testMatch: '**/*.e2e.ts',
          testIgnore: [nightly, ...tours, ...fullBrowserTests, ...longFlows, ...pictures],
          use: reducedMotion,
        },
      ],
  globalSetup: './test/e2e-fixtures/demo-data.ts',
  fullyParallel: false,
  workers: 3,
  // CI machines are shared, and browsers are flaky. The gate lists the tests that needed the retry.
  retries: isCi ? 1 : 0,
  forbidOnly: isCi,
  timeout: 240_000,
  // Long enough for a shared machine at a third of its usual speed.
  expect: { timeout: 20_000 },
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
    // Longer than any action takes on a busy machine, so a hanging test fails at its action.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // A trace records a picture of every action, which takes longer than the action.
    trace: process.env['TRACE'] === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
});
