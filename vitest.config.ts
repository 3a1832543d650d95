import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import { databaseTests, storeTests } from './test/setup/database-tests.ts';
import { isFaultOfFetch } from './test/setup/fault-of-fetch.ts';
import viteConfig from './vite.config.ts';

/** Tests that need the real server's database; they run once for each engine. */
const integration = databaseTests();
/** Tests of a device's store without a server. */
const store = storeTests().filter((path) => !integration.includes(path));
/** Tests that read `dist/`, so they run after the build. */
const built = ['test/budgets.test.ts'];
const shared = { environment: 'node' as const, unstubGlobals: true, restoreMocks: true };

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // The machine has two cores; where nothing is waited for, a third worker only makes the other two wait.
      maxWorkers: 2,
      server: { deps: { inline: ['html5-qrcode'] } },
      // Every other error outside a test fails the run.
      onUnhandledError: (error) => !isFaultOfFetch(error),
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
          test: { ...shared, name: 'unit-store', include: store, testTimeout: 30_000 },
        },
        {
          extends: true,
          test: {
            ...shared,
            name: 'integration',
            include: integration,
            // A good part of them waits: for limits, for time-outs, for a server that starts.
            maxWorkers: 3,
            sequence: { groupOrder: 1 },
            globalSetup: ['test/setup/database-setup.ts'],
            // As in the browser: machines that build are shared; the gate names whoever needed it.
            retry: process.env['CI'] === 'true' ? 1 : 0,
            testTimeout: 30_000,
            hookTimeout: 60_000,
          },
        },
        { extends: true, test: { ...shared, name: 'built', include: built } },
      ],
    },
  }),
);
