import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';
import { root } from '#test/setup/source-tree.ts';

/*
 * Takes the pictures of docs/console.md. Only runs on request (`SCREENSHOTS=1`), so that normal runs change no files.
 */

/** Opens a screen from the navigation. */
const openScreen = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).first().click();
const firstRow = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('row').nth(1);
/** Opens the first row of a table. */
const openRow = (page: Page, table: string) => firstRow(page, table).getByRole('link').click();
/** Opens a screen with a list, and waits for its first row. */
const openList = async (page: Page, name: string) => {
  await openScreen(page, name);
  await expect(firstRow(page, name)).toBeVisible();
};

const pictures: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  today: (page) => openScreen(page, 'Today'),
  review: async (page) => {
    await openScreen(page, 'Review');
    await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  },
  orders: (page) => openList(page, 'Orders'),
  shop: (page) => openList(page, 'Shop'),
  company: async (page) => {
    await openScreen(page, 'Companies');
    await openRow(page, 'Companies');
    await page.getByRole('tab', { name: 'Points', exact: true }).click();
  },
  support: async (page) => {
    await openScreen(page, 'Support');
    await page.getByRole('list').getByText('Nieczytelna etykieta').click();
  },
  audit: (page) => openList(page, 'Audit'),
  operator: async (page) => {
    await openScreen(page, 'Operators');
    await page.getByRole('link', { name: 'Tomasz Wrona' }).click();
  },
};

test('the pictures of the console’s documentation', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  for (const [name, show] of Object.entries(pictures)) {
    await show(page);
    await expect(page.getByRole('main').getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    await page.evaluate(async () => {
      await document.fonts.ready;
      await Promise.all(Array.from(document.images, (image) => image.decode()));
    });
    const path = join(root, 'docs', 'screenshots', `console-${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }
});
