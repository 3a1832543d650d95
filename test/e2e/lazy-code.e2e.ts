import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

// Includes background downloads.
test.use({ installsAtOnce: true });

const leaderCode = '**/assets/replication-*.js';

/** Waits until the projects were pulled, which only replication does. */
async function seeProjects(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
}

test('code that failed to load is retried, and sync starts', async ({ club, phone }) => {
  const { page, context } = phone;
  const lostScripts: string[] = [];
  await context.route(
    leaderCode,
    async (route) => {
      lostScripts.push(route.request().url());
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
  await signIn(club, page, 'polishOwner');
  await seeProjects(page);
  expect(lostScripts).toHaveLength(1);
});

test('of two tabs only the leader loads the replication code', async ({ club, phone }) => {
  const { page, context } = phone;
  await signIn(club, page, 'polishOwner');
  await seeProjects(page);

  const second = await context.newPage();
  const scripts: string[] = [];
  second.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await second.goto(club.url);
  await expect(second.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible();
  await seeProjects(second);
  await second.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /\/store-[\w-]{8}\.js$/.test(path))).toHaveLength(1);
  expect(scripts.filter((path) => path.includes('/replication-'))).toEqual([]);
});
