import { test as base, expect } from '@playwright/test';
import { type Club, openClub } from '#test/e2e-fixtures/club.ts';
import { VERSION_ANNOTATION } from './browser-table.ts';
import { firefox } from './firefox.ts';
import { findOrInstallFirefox, findOrInstallWebkit } from '#test/setup/install-engines.ts';
import { signIn } from './sign-in.ts';
import type { Browser, Engine, EngineName } from './tab.ts';
import { type View, viewOf } from './view.ts';
import { waitUntilInstalled } from './app-actions.ts';
import { webkit } from './webkit.ts';

interface WorkerFixtures {
  engineName: EngineName;
  /** Tests with a different name get a separate worker, and therefore a server whose data they may change freely. */
  workerName: string;
  engine: Engine;
  /** One server with demo data per worker. */
  club: Club;
  /** Browser signed in as the Polish owner, shared by the worker's tests. */
  defaultBrowser: Browser;
}
interface TestFixtures {
  /** Problems the test provokes on purpose. */
  expectedProblems: RegExp | null;
  /** Adds the engine's version to the report. */
  versionNote: void;
  /** Tab of the shared browser, closed after the test. */
  view: View;
  /** Browser with empty storage, for tests that kill, restart or sign out. */
  phone: Browser;
}

/** Tests of the app in another engine. Any uncaught or console error fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  workerName: ['shared', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      await use(engineName === 'firefox' ? findFirefox() : findWebkit());
    },
    { scope: 'worker' },
  ],
  club: [
    // Playwright derives a fixture's dependencies from its parameters; this one has none.
    // oxlint-disable-next-line eslint/no-empty-pattern
    async ({}, use) => {
      const club = await openClub();
      await use(club);
      await club.close();
    },
    { scope: 'worker' },
  ],
  defaultBrowser: [
    async ({ engine, club }, use) => {
      const browser = await engine.open();
      const view = viewOf(await browser.newTab());
      await signIn(club, view, 'polishOwner');
      await waitUntilInstalled(view);
      // Replace the app's tab with an empty one: an app tab would become the leader, and without any tab the browser
      // exits.
      await browser.newTab();
      await view.tab.close();
      await use(browser);
      await browser.dispose();
    },
    { scope: 'worker' },
  ],
  expectedProblems: [null, { option: true }],
  versionNote: [
    async ({ engine }, use, { annotations }) => {
      annotations.push({ type: VERSION_ANNOTATION, description: engine.version });
      await use();
    },
    { auto: true },
  ],
  view: async ({ defaultBrowser, expectedProblems }, use) => {
    const problemsBefore = defaultBrowser.problems.length;
    const tab = await defaultBrowser.newTab();
    await use(viewOf(tab));
    await tab.close();
    expectNoProblems(defaultBrowser.problems.slice(problemsBefore), expectedProblems);
  },
  phone: async ({ engine, expectedProblems }, use) => {
    const browser = await engine.open();
    await use(browser);
    const { problems } = browser;
    await browser.dispose();
    expectNoProblems(problems, expectedProblems);
  },
});

/** Blocks the service worker in all tests of the file, so that each page comes from the network. */
export function blockServiceWorker(): void {
  test.beforeEach(({ club }) => {
    club.proxy.decide = ({ path }) => (path === '/service-worker.js' ? { kind: 'cut' } : undefined);
  });
  test.afterEach(({ club }) => {
    club.proxy.decide = () => undefined;
  });
}

/** Fails if the pages had unexpected problems. */
export function expectNoProblems(
  problems: readonly string[],
  expectedProblems: RegExp | null,
): void {
  expect(problems.filter((problem) => !expectedProblems?.test(problem))).toEqual([]);
}

const findFirefox = () => firefox(findOrInstallFirefox());

function findWebkit(): Engine {
  const { driver, version } = findOrInstallWebkit();
  return webkit(driver, version);
}
