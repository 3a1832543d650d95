import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { signInThroughForm } from '#test/e2e-fixtures/sign-in.ts';
import {
  type RouteBudget,
  lateScripts,
  routeBudgets,
  routeScripts,
} from '#test/setup/route-budgets.ts';

// Install the app, so that the test includes its background downloads.
test.use({ installsAtOnce: true });

/** Records the scripts a page requests from now on, by their paths in the build. */
function watchScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname.slice(1));
  });
  return scripts;
}

/** Loaded scripts that no budget counts. */
function scriptsOutsideBudgets(loaded: ReadonlySet<string>, ...budgets: RouteBudget[]): string[] {
  const scripts = budgets.flatMap((budget) => routeScripts(budget, 'en'));
  const budgetedScripts = new Set([...scripts, ...lateScripts()]);
  return [...loaded].filter((file) => !budgetedScripts.has(file));
}

test('the budgets count every script that login and home load', async ({ club, phone }) => {
  const [login, ...signedIn] = routeBudgets;
  const { page } = phone;

  const loginScripts = watchScripts(page);
  await page.goto(`${club.url}/login`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(loginScripts.size).toBeGreaterThan(1);
  expect(scriptsOutsideBudgets(loginScripts, login)).toEqual([]);

  await signInThroughForm(club, page, 'polishOwner');
  const homeScripts = watchScripts(page);
  await page.goto(club.url);
  const main = page.getByRole('main');
  await expect(main.getByRole('region', { name: 'Points' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'News' })).toBeVisible();
  expect(homeScripts.size).toBeGreaterThan(1);
  expect(scriptsOutsideBudgets(homeScripts, ...signedIn)).toEqual([]);
});
