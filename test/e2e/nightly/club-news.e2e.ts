import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { SignedIn } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { showAllTodos } from '#test/e2e-fixtures/todo-list.ts';

test('news and levels can be read, and a postponed survey stays postponed offline', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  await signIn(club, page, 'polishOwner');
  await showAllTodos(page);
  const survey = page.getByRole('link', { name: 'How do you install in autumn?' });
  await survey.click();
  await expect(page.getByRole('link', { name: 'Open survey' })).toHaveAttribute(
    'href',
    /^https:\/\/surveys\.skylight\.example\/autumn-loft\?.*country=PL&lang=en$/,
  );
  await page.goBack();
  const levels = page.getByRole('region', { name: 'Your levels this year' });
  const homeLevel = levels.getByRole('listitem').filter({ hasText: 'Wooden roof windows' });
  await expect(homeLevel).toContainText(/\d+ of 60 products, then \+5 points each/);
  await expect(page.getByRole('list', { name: 'News' }).getByRole('listitem')).toHaveCount(5);
  await waitUntilInstalled(page);

  await levels.getByRole('link', { name: 'Points' }).click();
  await expect(page.getByRole('tab', { name: 'Levels' })).toHaveAttribute('aria-selected', 'true');
  const levelList = page.getByRole('list', { name: 'Levels' });
  await levelList.getByRole('button', { name: /^Wooden roof windows .*Level 1$/ }).click();
  const wooden = page.getByRole('dialog', { name: 'Wooden roof windows' });
  await expect(wooden).toContainText(/Resets in \d+ days?\./);
  await expect(wooden).toContainText('Level 2: 60 to 149 products');
  await expect(wooden).toContainText('+5 per product');
  await expect(wooden).toContainText('Level 4: 400 products or more');
  await expect(wooden.getByText('You are here')).toHaveCount(1);
  await wooden.getByRole('button', { name: 'Close' }).click();
  const january = page.getByRole('radio', { name: 'January' });
  await january.check();
  await expect(page.getByRole('region', { name: 'Points by month' })).toContainText('January');
  await page.getByRole('tab', { name: 'Points history' }).click();
  await expect(page.getByText('Project closed').first()).toBeVisible();
  await page
    .getByRole('button', { name: /Spent on an order/ })
    .first()
    .click();
  const order = page.getByRole('dialog', { name: 'Spent on an order' });
  await expect(order.getByRole('definition')).toHaveCount(3);
  await expect(order.getByRole('link', { name: 'Open order' })).toBeVisible();
  await order.getByRole('button', { name: 'Close' }).click();
  await page.goBack();

  club.proxy.isDown = true;
  await showAllTodos(page);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(survey).toBeHidden();
  await page.reload();
  await page.getByRole('link', { name: 'All news' }).click();
  await expect(page.getByRole('list', { name: 'News' }).getByRole('listitem')).toHaveCount(6);
  await page.getByRole('link', { name: /^Installing in frost/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Installing in frost: what the sealant needs',
  );
  await expect(page.getByRole('article').getByRole('listitem')).toHaveCount(3);

  club.proxy.isDown = false;
  const owner = await club.as('polishOwner');
  await expect
    .poll(async () => (await owner.call(calls.listSurveys, { query: {} })).data[0]?.delayed_to)
    .toMatch(/^\d{4}-/);

  await goTo(page, '/surveys');
  await expect(page.getByText(/^We’ll ask again on /)).toBeVisible();
  await endSurvey(page, owner);
});

/** Declines the survey with the keyboard, undoes that on another screen, then declines it for good. */
async function endSurvey(page: Page, owner: SignedIn): Promise<void> {
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  await test.step('"Never" chosen with the keyboard is undone on another screen', async () => {
    await page.getByRole('button', { name: 'Don’t ask again' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'No surveys' })).toBeVisible();
    await expect(undo).toBeFocused();
    await expect
      .poll(async () => (await owner.call(calls.listSurveys, { query: {} })).data.length)
      .toBe(0);
    await goTo(page, '/news');
    await undo.press('Enter');
    await expect(undo).toBeHidden();
    await expect
      .poll(async () => (await owner.call(calls.listSurveys, { query: {} })).data[0]?.delayed_to)
      .toMatch(/^\d{4}-/);
    await goTo(page, '/surveys');
  });
  await page.getByRole('button', { name: 'Don’t ask again' }).click();
  await expect(page.getByRole('heading', { name: 'No surveys' })).toBeVisible();
  await expect(undo).toBeVisible();
}

test('a decor company has no levels, and the ledger check detects a wrong number', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const ledger = await ledgerOf(await club.as('decorOwner'));
  const points = await ledger.balance();
  // The ledger check must detect a wrong number.
  club.proxy.addFault(calls.getPointsSummary, {
    kind: 'rewrite',
    rewrite: (response) => ({ ...(response as object), company_points: points + 1 }),
  });
  await signIn(club, page, 'decorOwner');
  const mismatch = { displayed: [points + 1], actual: [points] };
  await expect.poll(() => ledger.wrongValues(page)).toEqual([{ label: 'home', ...mismatch }]);
  await showAllTodos(page);
  await expect(page.getByRole('region', { name: 'Your levels this year' })).toHaveCount(0);
  // A reload fetches the correct points.
  await page.goto(`${club.url}/balance`);
  await expect(page.getByRole('heading', { name: 'Points', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Current points' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await ledger.expectScreenAgrees(page, 'points', 'months', 'ledgerEntries');
});

test('the resources link to the country’s pages, and tutorials load their videos on request', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const videoRequests: string[] = [];
  await page.route(/youtube/, (route) => {
    videoRequests.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<p>The film</p>' });
  });
  await signIn(club, page, 'decorOwner');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Resources' }).click();
  const pages = page.getByRole('list', { name: 'Web pages' });
  await expect(pages.getByRole('link', { name: /^Installation instructions/ })).toHaveAttribute(
    'href',
    'https://pl.skylight.example/installation',
  );
  const [long, short] = ['Installing the flashing', 'A blind in ten'].map((title) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) }),
  );
  if (!long || !short) throw new Error('A tutorial is missing.');
  await expect(short.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  const lastStep = long.getByText('Check that water runs off');
  const collapsedHeight = await long.evaluate((card) => card.clientHeight);
  await long.getByRole('button', { name: 'Show more' }).click();
  await expect(lastStep).toBeInViewport();
  expect(await long.evaluate((card) => card.clientHeight)).toBeGreaterThan(collapsedHeight);

  expect(videoRequests).toEqual([]);
  await short.getByRole('button', { name: /^Play video/ }).click();
  await expect(page.frameLocator('iframe').getByText('The film')).toBeVisible();
  expect(videoRequests).toHaveLength(1);

  club.proxy.isDown = true;
  await expect(long.getByRole('button', { name: /^Play video/ })).toHaveAccessibleDescription(
    'You’re offline. Connect to watch the video.',
  );
});
