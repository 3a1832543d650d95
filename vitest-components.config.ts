import { playwright } from '@vitest/browser-playwright';
import { defineConfig, mergeConfig } from 'vitest/config';
import { chromiumArguments } from '#test/setup/chromium-arguments.ts';
import { findShell } from '#test/setup/chromium.ts';
import { readDemoValues } from '#test/component-fixtures/demo-values.ts';
import viteConfig from './vite.config.ts';

// React's production build, as in the built app, is faster than the one for development.
process.env['NODE_ENV'] = 'production';

const consoleTests = ['test/components/console-*.test.{ts,tsx}'];
const launchOptions = { executablePath: findShell(), args: chromiumArguments };
const desk = { locale: 'en-GB', timezoneId: 'Europe/Warsaw', reducedMotion: 'reduce' } as const;
const phone = { ...desk, hasTouch: true, isMobile: true };
const providerOf = (contextOptions: typeof desk) =>
  playwright({ launchOptions, contextOptions, actionTimeout: 30_000 });

/**
 * Component tests: states of one screen in Chromium, with the real app or console and its router, and a fake server.
 */
export default mergeConfig(
  viteConfig,
  defineConfig({
    // A dependency found while tests run would reload their page.
    optimizeDeps: {
      entries: ['src/app/main.tsx', 'console/app/main.tsx', 'test/components/**/*.test.{ts,tsx}'],
      // Imported by a worker, in which Vite doesn't look for dependencies.
      include: ['zxing-wasm/reader'],
    },
    test: {
      name: 'components',
      include: ['test/components/**/*.test.{ts,tsx}'],
      restoreMocks: true,
      provide: { demo: readDemoValues() },
      expect: { poll: { timeout: 20_000 } },
      testTimeout: 60_000,
      // CI machines are shared. The gate lists the tests that needed the retry.
      retry: process.env['CI'] === 'true' ? 1 : 0,
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        ui: false,
        // As in the end-to-end tests.
        locators: { exact: false },
        instances: [
          {
            browser: 'chromium',
            name: 'app',
            exclude: consoleTests,
            viewport: { width: 390, height: 844 },
            provider: providerOf(phone),
          },
          {
            browser: 'chromium',
            name: 'console',
            include: consoleTests,
            viewport: { width: 1280, height: 800 },
            provider: providerOf(desk),
          },
        ],
      },
    },
  }),
);
