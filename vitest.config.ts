import { configDefaults, defineConfig, mergeConfig } from 'vitest/config';
import viteConfig from './vite.config.ts';

/** Tests that need the real server; they run once for each database engine. */
const integration = [
  'test/server/**/*.test.ts',
  'test/sync/**/*.test.ts',
  'test/setup/test-database.test.ts',
];
/** Tests that read `dist/`, so they run after the build. */
const built = ['test/budgets.test.ts'];
const shared = { environment: 'node' as const, unstubGlobals: true, restoreMocks: true };

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      // The machine has two cores; a third worker only makes the other two wait.
      maxWorkers: 2,
      server: { deps: { inline: ['html5-qrcode'] } },
      projects: [
        {
          extends: true,
          test: {
            ...shared,
            name: 'unit',
            include: ['test/**/*.test.{ts,tsx}'],
            exclude: [...configDefaults.exclude, ...integration, ...built],
          },
        },
        {
          extends: true,
          test: {
            ...shared,
            name: 'integration',
            include: integration,
            globalSetup: ['test/setup/database-setup.ts'],
            testTimeout: 30_000,
            hookTimeout: 60_000,
          },
        },
        { extends: true, test: { ...shared, name: 'built', include: built } },
      ],
    },
  }),
);
