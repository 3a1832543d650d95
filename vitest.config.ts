import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { databaseTests, storeTests } from './test/setup/database-tests.ts';
import { isFetchBug } from '#test/setup/fetch-bug.ts';
import { SlowestFirst } from '#test/setup/slowest-first.ts';
import viteConfig from './vite.config.ts';

/** Tests that need the real server's database; what can tell the engines apart runs on both. */
const integration = databaseTests();
/** Tests that open a device's store, with the real server or without one. */
const store = storeTests();
/** Tests that read `dist/`, so they run after the build: sizes, and what old browsers lack. */
const built = ['test/budgets.test.ts', 'test/compatibility.test.ts'];
const shared = { environment: 'node' as const, unstubGlobals: true, restoreMocks: true };
const onDatabase = {
  ...shared,
  // A good part of them waits: for limits, for time-outs, for a server that starts.
  maxWorkers: 3,
  globalSetup: ['test/setup/database-setup.ts'],
  // As in the browser: machines that build are shared; the gate names whoever needed it.
  retry: process.env['CI'] === 'true' ? 1 : 0,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // The machine has two cores; where nothing is waited for, a third worker only makes the other two wait.
      maxWorkers: 2,
      sequence: { sequencer: SlowestFirst },
      server: { deps: { inline: ['html5-qrcode'] } },
      // Every other error outside a test fails the run.
      onUnhandledError: (error) => !isFetchBug(error),
      // Each kind of its own `groupOrder`: where files that share a worker's modules take turns with files that do not,
      // most of the workers begin anew.
      projects: [
        {
          extends: true,
          test: {
            ...shared,
            name: 'unit',
            // They touch nothing that outlives them, so the files of a worker share its modules: loading them anew for
            // each took half of the time.
            isolate: false,
            // Some read the whole tree; a machine that others share may take its time over it.
            testTimeout: 30_000,
            include: ['test/**/*.test.{ts,tsx}'],
            exclude: [...configDefaults.exclude, ...integration, ...store, ...built],
          },
        },
        {
          extends: true,
          test: {
            ...shared,
            name: 'unit-store',
            sequence: { groupOrder: 1 },
            include: store.filter((path) => !integration.includes(path)),
            testTimeout: 30_000,
          },
        },
        {
          extends: true,
          test: {
            ...onDatabase,
            name: 'integration',
            sequence: { groupOrder: 2 },
            // As above: what they leave behind lies in the databases, of which each file has its own.
            isolate: false,
            include: integration.filter((path) => !store.includes(path)),
          },
        },
        {
          extends: true,
          test: {
            ...onDatabase,
            name: 'integration-store',
            sequence: { groupOrder: 3 },
            include: integration.filter((path) => store.includes(path)),
          },
        },
        { extends: true, test: { ...shared, name: 'built', include: built } },
      ],
    },
  }),
);
