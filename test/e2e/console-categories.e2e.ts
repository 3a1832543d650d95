import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import type { SignedIn } from '#test/e2e-fixtures/club.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

const list = (page: Page) => page.getByRole('table', { name: 'Categories: Poland' });
const rowOf = (page: Page, name: string) => list(page).getByRole('row').filter({ hasText: name });
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** Names in the order of the list. */
async function namesIn(page: Page): Promise<string[]> {
  const [, ...rows] = await list(page).getByRole('row').all();
  return Promise.all(rows.map((row) => row.getByRole('cell').nth(1).innerText()));
}
/** Names in the order that phones get. */
const namesInApp = async (installer: SignedIn) =>
  (await installer.call(calls.listShopCategories, { query: {} })).data.map(({ name }) => name);

/** Gives the reason in a dialog, and confirms it. */
async function confirm(page: Page, question: string | RegExp, button: string): Promise<void> {
  const dialog = dialogOf(page, question);
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with marketing');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('two operators change a category, and one hides it', async ({ site, desk: page }) => {
  const installer = await site.club.as('polishOwner');
  await signInOperator(site, page);
  await page.goto('/shop/categories');
  await expect(list(page)).toBeVisible();
  const names = await namesIn(page);
  const [name = ''] = names.slice(-1);
  const change = (desk: Page, current: string) =>
    desk.getByRole('button', { name: `Change the category ${current}`, exact: true }).click();

  await change(page, name);
  const dialog = dialogOf(page, `Change the category ${name}?`);
  await dialog.getByRole('checkbox', { name: 'Installers can filter by it' }).uncheck();
  expect(await violations(page)).toEqual([]);

  const other = await page.context().newPage();
  await other.goto('/shop/categories');
  await change(other, name);
  await dialogOf(other, `Change the category ${name}?`)
    .getByRole('textbox', { name: 'Name' })
    .fill('Dla ekipy');
  await confirm(other, `Change the category ${name}?`, 'Save');
  await expect(rowOf(other, 'Dla ekipy')).toBeVisible();

  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with marketing');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Dla ekipy')).toContainText('Hidden');
  expect(await namesInApp(installer)).toEqual(names.slice(0, -1));

  await test.step('the same field shows both values', async () => {
    await change(page, 'Dla ekipy');
    await other.reload();
    await change(other, 'Dla ekipy');
    for (const [desk, typed] of [
      [other, 'Dla biura'],
      [page, 'Dla domu'],
    ] as const) {
      const opened = dialogOf(desk, 'Change the category Dla ekipy?');
      await opened.getByRole('textbox', { name: 'Name' }).fill(typed);
      await opened.getByRole('textbox', { name: 'Why?' }).fill('Agreed with marketing');
      await opened.getByRole('button', { name: 'Save' }).click();
      if (desk === other) await expect(opened).toBeHidden();
    }
    const opened = dialogOf(page, 'Change the category Dla ekipy?');
    await expect(opened.getByRole('radio', { name: 'Their value Dla biura' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await opened.getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(page, 'Dla domu')).toBeVisible();
    await other.close();
  });

  await test.step('its products stay in the shop', async () => {
    const products = rowOf(page, 'Dla domu').getByRole('link', { name: /products?$/ });
    await products.click();
    await expect(page).toHaveURL(/\/shop\?category=/);
    await expect(page.getByRole('table', { name: 'Shop' }).getByRole('row').nth(1)).toContainText(
      'In the shop',
    );
  });
});
