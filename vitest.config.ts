import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { databaseTests, storeTests } from './test/setup/database-tests.ts';
import { isFetchBug } from '#test/setup/fetch-bug.ts';
import { SlowestFirst } from '#test/setup/slowest-first.ts';
import viteConfig from './vite.config.ts';

/** Tests that need the real server's database. Those that depend on its engine run on both. */
const integrationTests = databaseTests();
/** Tests that open a device's store, with the real server or without one. */
const storeTestFiles = storeTests();
/** Tests that read `dist/`, so they run after the build: sizes and browser compatibility. */
const builtTests = [
  'test/budgets.test.ts',
  'test/compatibility.test.ts',
  'test/console/budget.test.ts',
];
const commonSettings = {
  environment: 'node' as const,
  unstubGlobals: true,
  restoreMocks: true,
};
const databaseSettings = {
  ...commonSettings,
  // These tests mostly wait for limits, timeouts and starting servers.
  maxWorkers: 3,
  globalSetup: ['test/setup/database-setup.ts'],
  // CI machines are shared. The gate lists the tests that needed the retry.
  retry: process.env['CI'] === 'true' ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // On two cores, a third worker only slows down the other two.
      maxWorkers: 2,
      sequence: { sequencer: SlowestFirst },
      server: { deps: { inline: ['html5-qrcode'] } },
      // The gate prints only the message, so a message must show the values instead of "Object (failures)".
      chaiConfig: { truncateThreshold: 1500 },
      // Every other error outside a test fails the run.
      onUnhandledError: (error) => !isFetchBug(error),
      // Each project has its own `groupOrder`: mixing files with and without `isolate` restarts most workers.
      projects: [
        {
          extends: true,
          test: {
            ...commonSettings,
            name: 'unit',
            // Unit tests leave no state behind, so they can share modules. Loading them for each file took half of the time.
            isolate: false,
            setupFiles: ['./test/setup/unstub-after-each.ts'],
            // Some tests read the whole source tree, which is slow on a shared machine.
            testTimeout: 60_000,
            include: ['test/**/*.test.{ts,tsx}'],
            exclude: [
              ...configDefaults.exclude,
              // These run in a browser, with their own configuration.
              'test/components/**',
              ...integrationTests,
              ...storeTestFiles,
              ...builtTests,
            ],
          },
        },
        {
          extends: true,
          test: {
            ...commonSettings,
            name: 'unit-store',
            sequence: { groupOrder: 1 },
            include: storeTestFiles.filter((path) => !integrationTests.includes(path)),
            testTimeout: 60_000,
          },
        },
        {
          extends: true,
          test: {
            ...databaseSettings,
            name: 'integration',
            sequence: { groupOrder: 2 },
            // Each file has its own database, so no state is shared.
            isolate: false,
            include: integrationTests.filter((path) => !storeTestFiles.includes(path)),
          },
        },
        {
          extends: true,
          test: {
            ...databaseSettings,
            name: 'integration-store',
            sequence: { groupOrder: 3 },
            include: integrationTests.filter((path) => storeTestFiles.includes(path)),
          },
        },
        { extends: true, test: { ...commonSettings, name: 'built', include: builtTests } },
      ],
    },
  }),
);
