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

/** Enters the reason in a dialog, and confirms it. */
async function confirm(page: Page, question: string | RegExp, button: string): Promise<void> {
  const dialog = dialogOf(page, question);
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with marketing');
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('categories are added, sorted with the keyboard, and deleted', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  await signInOperator(site, page);
  await page.goto('/shop');
  await page.getByRole('link', { name: 'Categories', exact: true }).click();
  await expect(list(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const before = await namesIn(page);
  expect(await namesInApp(installer)).toEqual(before);

  await test.step('a new category comes last', async () => {
    await page.getByRole('button', { name: 'New category' }).click();
    const dialog = dialogOf(page, 'New category');
    await dialog.getByRole('button', { name: 'Add the category' }).click();
    await expect(dialog).toContainText('Enter a name.');
    await expect(dialog).toContainText('Choose a country.');
    await dialog.getByRole('combobox', { name: 'Country' }).selectOption('Poland');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(before[0] ?? '');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with marketing');
    await dialog.getByRole('button', { name: 'Add the category' }).click();
    await expect(dialog).toContainText('Another category of this country has this name.');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Drabiny');
    await confirm(page, 'New category', 'Add the category');
    await expect.poll(() => namesIn(page)).toEqual([...before, 'Drabiny']);
    await expect(rowOf(page, 'Drabiny')).toContainText('None');
  });

  await test.step('the category is moved with the keyboard, and the order is saved with a reason', async () => {
    await page.getByRole('button', { name: 'Move up: Drabiny' }).press('Enter');
    await page.keyboard.press('Enter');
    const count = before.length + 1;
    const announcement = `Drabiny is now in place ${count - 2} of ${count}.`;
    await expect(page.getByText(announcement)).toBeAttached();
    await expect(page.getByRole('button', { name: 'Move up: Drabiny' })).toBeFocused();
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await prompt.getByRole('button', { name: 'Keep editing' }).last().click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save the order' }).click();
    await confirm(page, 'Save the order of the categories?', 'Save the order');
    await expect(page.getByText('The order was saved.')).toBeVisible();
    expect(await namesInApp(installer)).toEqual(before.toSpliced(-2, 0, 'Drabiny'));
  });

  await test.step('an order that someone else has changed isn’t overwritten', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await page.getByRole('button', { name: 'Move down: Drabiny' }).click();
    await page.getByRole('button', { name: 'Save the order' }).click();
    await other.getByRole('button', { name: `Move down: ${before[0]}`, exact: true }).click();
    await other.getByRole('button', { name: 'Save the order' }).click();
    await confirm(other, 'Save the order of the categories?', 'Save the order');
    await expect(other.getByText('The order was saved.')).toBeVisible();
    const savedNames = await namesIn(other);
    await other.close();
    await confirm(page, 'Save the order of the categories?', 'Save the order');
    await expect(
      page.getByRole('alert').filter({ hasText: 'Your order wasn’t saved' }),
    ).toBeVisible();
    await expect.poll(() => namesIn(page)).toEqual(savedNames);
    expect(await namesInApp(installer)).toEqual(savedNames);
    expect(await violations(page)).toEqual([]);
  });

  await test.step('a category without products can be deleted', async () => {
    await page.getByRole('button', { name: 'History of the category Drabiny' }).click();
    const history = dialogOf(page, 'Drabiny');
    await expect(history).toContainText('Added a category to the shop');
    await history.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Delete the category Drabiny' }).click();
    await confirm(page, 'Delete the category Drabiny?', 'Delete');
    await expect(rowOf(page, 'Drabiny')).toBeHidden();
    expect(await namesInApp(installer)).not.toContain('Drabiny');
  });
});

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

  await test.step('a conflict in the same field shows both values', async () => {
    await change(page, 'Dla ekipy');
    await other.reload();
    await change(other, 'Dla ekipy');
    for (const [desk, input] of [
      [other, 'Dla biura'],
      [page, 'Dla domu'],
    ] as const) {
      const openedDialog = dialogOf(desk, 'Change the category Dla ekipy?');
      await openedDialog.getByRole('textbox', { name: 'Name' }).fill(input);
      await openedDialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with marketing');
      await openedDialog.getByRole('button', { name: 'Save' }).click();
      if (desk === other) await expect(openedDialog).toBeHidden();
    }
    const opened = dialogOf(page, 'Change the category Dla ekipy?');
    await expect(opened.getByRole('radio', { name: 'Their value Dla biura' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await opened.getByRole('button', { name: 'Save' }).click();
    await expect(rowOf(page, 'Dla domu')).toBeVisible();
    await other.close();
  });

  await test.step('the hidden category’s products stay in the shop', async () => {
    const products = rowOf(page, 'Dla domu').getByRole('link', { name: /products?$/ });
    await products.click();
    await expect(page).toHaveURL(/\/shop\?category=/);
    await expect(page.getByRole('table', { name: 'Shop' }).getByRole('row').nth(1)).toContainText(
      'In the shop',
    );
  });
});
