import { expect } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { giveReason, openedId, variantInApp, variantRow } from '#test/e2e-fixtures/console-shop.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test('stock is typed in the table, and saved as movements with a reason', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  await signInOperator(site, page);
  await page.goto('/shop?search=hammer-1');
  await variantRow(page, 'COPPER-HAMMER-1').getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Variants' })).toBeVisible();
  const product = openedId(page);
  const before = await variantInApp(installer, product);
  await page.goBack();
  await page.getByRole('button', { name: 'Edit the stock' }).click();
  const bar = page.getByRole('group', { name: 'Stock changes' });
  const field = variantRow(page, 'COPPER-HAMMER-1').getByRole('textbox', { name: /^Stock of / });
  await field.fill('many');
  await expect(bar).toContainText('Enter whole numbers.');
  await field.fill(String(before.stock + 7));
  await expect(bar).toContainText('1 number changed');
  expect(await violations(page)).toEqual([]);
  await bar.getByRole('button', { name: 'Save the stock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the stock of 1 variant?' });
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Delivery');
  await expect(dialog.getByRole('table', { name: 'Stock changes' })).toContainText('+7');
  expect(await violations(page)).toEqual([]);
  await giveReason(page, /^Change the stock of 1/, 'Save');
  await expect(page.getByText('1 number was changed.')).toBeVisible();
  expect((await variantInApp(installer, product)).stock).toBe(before.stock + 7);
  await variantRow(page, 'COPPER-HAMMER-1').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Stock' }).click();
  const movements = page.getByRole('table', { name: 'Stock movements' });
  await expect(movements.getByRole('row').nth(1)).toContainText('Delivery');
  await expect(movements.getByRole('row').nth(1)).toContainText('+7');
});

test('stock changes in the list, and each movement is recorded', async ({ site, desk: page }) => {
  const installer = await site.club.as('polishOwner');
  await signInOperator(site, page);
  await page.goto('/shop?search=copper-hammer');
  const row = variantRow(page, 'COPPER-HAMMER-1');
  await row.getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Variants' })).toBeVisible();
  const product = openedId(page);
  const before = await variantInApp(installer, product);
  await page.goBack();

  await test.step('no more can be removed than is in stock', async () => {
    await row.getByRole('button', { name: /in stock of .*: change$/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Stock of / });
    await dialog.getByRole('combobox', { name: 'Movement' }).selectOption('Take from the stock');
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill(String(before.stock + 1));
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Broken');
    await dialog.getByRole('button', { name: 'Change the stock' }).click();
    await expect(dialog).toContainText('There isn’t enough in stock. Nothing was changed.');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('combobox', { name: 'Movement' }).selectOption('Add to the stock');
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('11');
    await giveReason(page, /^Stock of /, 'Change the stock');
    await expect(page.getByText(new RegExp(`^Stock of .*: ${before.stock + 11}$`))).toBeVisible();
    expect((await variantInApp(installer, product)).stock).toBe(before.stock + 11);
  });

  await test.step('a movement isn’t repeated after its response was lost', async () => {
    const stock = before.stock + 11;
    await row.getByRole('button', { name: /in stock of .*: change$/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Stock of / });
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('5');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Delivered');
    const movements = '**/operator/v1/shop/variants/*/movements';
    await page.route(movements, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await dialog.getByRole('button', { name: 'Change the stock' }).click();
    await expect(dialog.getByRole('alert')).toContainText('connection');
    await page.unroute(movements);
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Delivered today');
    await dialog.getByRole('button', { name: 'Change the stock' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      `The stock has changed from ${stock} to ${stock + 5}`,
    );
    await expect(dialog).toContainText(`New stock: ${stock + 10}`);
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await variantInApp(installer, product)).stock).toBe(stock + 5);
  });

  await test.step('the product shows every movement and operators’ actions', async () => {
    await row.getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Stock' }).click();
    const movements = page.getByRole('table', { name: 'Stock movements' });
    await expect(movements.getByRole('row').nth(1)).toContainText('Delivery');
    await expect(movements.getByRole('row').nth(1)).toContainText('+5');
    await expect(movements.getByRole('row', { name: /^Total/ })).toContainText(
      String(before.stock + 16),
    );
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Timeline' }).click();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    await expect(timeline.getByRole('listitem').first()).toContainText('Changed the stock');
  });
});
