import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const rows = (page: Page) => page.getByRole('list', { name: 'Projects' }).getByRole('listitem');
const pageButton = (page: Page, number: number) =>
  page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: `Page ${number}`, exact: true });
const expectPage = (page: Page, number: number) =>
  expect(pageButton(page, number)).toHaveAttribute('aria-current', 'page');
/** Path and query of the URL. */
const expectPath = (page: Page, path: string) =>
  expect.poll(() => page.url().slice(new URL(page.url()).origin.length)).toBe(path);
const chip = (page: Page, name: string) =>
  page.getByRole('radio', { name: new RegExp(`^${name}\\s*\\d*$`) });

test('the project list keeps its view after reload, Back and links, and its search is never in the URL', async ({
  phone,
  club,
}) => {
  const { page } = phone;
  const owner = await club.as('polishOwner');
  for (let number = 1; number <= 40; number += 1) await newProject(owner, `Długa ${number}`);
  await signIn(club, page, 'polishOwner');

  await test.step('a link to a page opens it', async () => {
    await goTo(page, '/projects?page=2');
    await expectPage(page, 2);
    await page.reload();
    await expectPage(page, 2);
  });
  await test.step('a page beyond the last shows the last, and unknown values are ignored', async () => {
    const { meta } = await owner.call(calls.listProjects, {
      query: { page: 1, limit: 1, status: 'open' },
    });
    await goTo(page, '/menu');
    await goTo(page, '/projects?page=4000&status=gone&sort=-colour');
    await expect(chip(page, 'Open')).toBeChecked();
    await expectPage(page, Math.ceil(meta.total / 15));
  });
  await test.step('Back restores filter and page', async () => {
    await goTo(page, '/menu');
    await goTo(page, '/projects');
    await pageButton(page, 2).click();
    await expectPath(page, '/projects?page=2');
    await chip(page, 'Closed').check({ force: true });
    await expectPath(page, '/projects?status=closed');
    await page.goBack();
    await expectPath(page, '/projects?page=2');
    await expect(chip(page, 'Open')).toBeChecked();
    await expectPage(page, 2);
    await page.goBack();
    await expectPath(page, '/projects');
    await expectPage(page, 1);
    await page.goForward();
    await page.goForward();
    await expect(chip(page, 'Closed')).toBeChecked();
  });
  await test.step('a project keeps its list’s view, even after a reload', async () => {
    const scrollPosition = () => page.evaluate(() => window.scrollY);
    const row = rows(page).nth(9);
    await row.scrollIntoViewIfNeeded();
    const before = await scrollPosition();
    expect(before).toBeGreaterThan(100);
    await row.getByRole('link').click();
    await expect(page).toHaveURL(/projects\/[\w-]+\?status=closed$/);
    await page.reload();
    await page.getByRole('link', { name: 'All projects' }).click();
    await expectPath(page, '/projects?status=closed');
    await expect.poll(scrollPosition).toBe(before);
    await page.reload();
    await expect.poll(scrollPosition).toBe(before);
  });
  await test.step('a search keeps its text and results', async () => {
    const search = page.getByRole('textbox', { name: 'Search by address' });
    await search.pressSequentially('długa 3');
    await expect(search).toHaveValue('długa 3');
    await expect(page).toHaveURL(/[?&]find=[0-9a-f]{8}$/);
    await expect(page.getByText('13 projects found')).toBeVisible();
    await page.getByRole('button', { name: 'Show more projects' }).click();
    await expect(rows(page)).toHaveCount(6);
    await page.reload();
    await expect(search).toHaveValue('długa 3');
    await expect(rows(page)).toHaveCount(6);
    await rows(page).first().getByRole('link').click();
    await expect(page.getByRole('link', { name: 'All projects' })).toBeVisible();
    await page.goBack();
    await expect(search).toHaveValue('długa 3');
    await expect(rows(page)).toHaveCount(6);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expectPath(page, '/projects?status=closed');
    await expect(chip(page, 'Closed')).toBeChecked();
  });
});

test('a table keeps its sorting when a detail is opened and after a reload', async ({
  club,
  phone: { page },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(club, page, 'polishOwner');
  for (const [path, name, column] of [
    ['/projects', 'Projects', 'Address'],
    ['/leads', 'Open', 'Customer'],
    ['/orders', 'Orders', 'Points'],
    ['/warranty-certificates', 'Warranty certificates', 'Address'],
  ] as const) {
    await test.step(path, async () => {
      await goTo(page, path);
      const table = page.getByRole('table', { name, exact: true });
      const head = table.getByRole('columnheader', { name: column, exact: true });
      await head.getByRole('button').click();
      await expect(head).toHaveAttribute('aria-sort', /ascending|descending/);
      const sorted = await head.getAttribute('aria-sort');
      await table.getByRole('rowheader').getByRole('link').nth(1).click();
      await expect(page).toHaveURL(/\/[\w-]+\?sort=/);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(new RegExp(`^[^?]+${path}\\?sort=`));
      await expect(head).toHaveAttribute('aria-sort', sorted ?? '');
      await page.reload();
      await expect(head).toHaveAttribute('aria-sort', sorted ?? '');
    });
  }
  await test.step('/team', async () => {
    await goTo(page, '/team?sort=-projects');
    await page.reload();
    const head = page.getByRole('columnheader', { name: 'Projects', exact: true });
    await expect(head).toHaveAttribute('aria-sort', 'descending');
  });
});

test('every other list reads its view from the URL', async ({ club, phone: { page } }) => {
  await signIn(club, page, 'polishOwner');
  await test.step('leads', async () => {
    await goTo(page, '/leads');
    await chip(page, 'Other').check({ force: true });
    await expectPath(page, '/leads?group=other');
    await page.reload();
    await expect(chip(page, 'Other')).toBeChecked();
    await page.goBack();
    await expect(chip(page, 'Open')).toBeChecked();
  });
  await test.step('certificates', async () => {
    await goTo(page, '/warranty-certificates');
    await page.getByRole('combobox', { name: 'Month' }).selectOption({ label: 'March' });
    await expectPath(page, '/warranty-certificates?month=3');
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Month' })).toHaveValue('3');
  });
  await test.step('shop', async () => {
    await goTo(page, '/shop?page=4000');
    const expectLastPage = () =>
      expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
    await expectLastPage();
    await pageButton(page, 1).click();
    await expectPath(page, '/shop');
    await page.goBack();
    await expectLastPage();
    await page.getByRole('list', { name: 'Products' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/shop\/[\w-]+\?page=4000$/);
    await page.getByRole('link', { name: 'Back' }).click();
    await expectLastPage();
  });
  await test.step('points', async () => {
    await goTo(page, '/balance');
    await page.getByRole('tab', { name: 'Points history' }).click();
    await expectPath(page, '/balance?tab=bookings');
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Points history' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
  for (const path of ['/support/chat', '/team', '/notifications', '/news', '/resources']) {
    await test.step(`${path} with a page that doesn’t exist`, async () => {
      await goTo(page, `${path}?page=4000`);
      await page.reload();
      await expect(page.getByRole('main').getByRole('list').last()).toBeVisible();
    });
  }
});
