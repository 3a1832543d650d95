import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { gate } from '#test/sync/fault-proxy.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

// Install the app, so that the tests include its background downloads.
test.use({ installsAtOnce: true });

const leaderCode = '**/assets/replication-*.js';

/** Opens the projects and waits until they are synced, which only replication does. */
async function openSyncedProjects(page: Page): Promise<void> {
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
  await openSyncedProjects(page);
  expect(lostScripts).toHaveLength(1);
});

test('of two tabs only the leader loads the replication code', async ({ club, phone }) => {
  const { page, context } = phone;
  await signIn(club, page, 'polishOwner');
  await openSyncedProjects(page);

  const second = await context.newPage();
  const scripts: string[] = [];
  second.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await second.goto(club.url);
  await expect(second.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible();
  await openSyncedProjects(second);
  await second.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /\/store-[\w-]{8}\.js$/.test(path))).toHaveLength(1);
  expect(scripts.filter((path) => path.includes('/replication-'))).toEqual([]);
});

test('an error has a general message until the other texts arrive, and then its own message', async ({
  club,
  phone: { page, context },
}) => {
  const texts = gate();
  let heldCount = 0;
  await context.route('**/assets/en-*.js', async (route) => {
    // Each language has two parts, and the first part loads the second.
    const isFirstPart = (await (await route.fetch()).text()).includes('import(');
    if (!isFirstPart) {
      heldCount += 1;
      await texts.until;
    }
    await route.continue();
  });
  await page.goto(club.url);
  await page.getByRole('button', { name: 'Use email' }).click();
  await page.getByRole('textbox', { name: 'Email address' }).fill('unknown@example.com');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible();
  await expect.poll(() => heldCount).toBeGreaterThan(0);
  texts.open();
  await expect(
    page.getByText('Installer not found. Check your entry, or register your company.'),
  ).toBeVisible();
  // Wait, because the handler may still be loading other texts.
  await context.unrouteAll({ behavior: 'wait' });
});
