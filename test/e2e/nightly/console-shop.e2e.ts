import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { chooseFiles, openApp } from '#test/e2e-fixtures/console-pictures.ts';
import {
  giveReason,
  openedId,
  shopList,
  variantInApp,
  variantRow,
} from '#test/e2e-fixtures/console-shop.ts';
import { failDraftSaves, signInOperator, test } from '#test/e2e-fixtures/console.ts';

const form = (page: Page) => page.getByRole('form', { name: 'Details' });

/** Types a price in the list. */
async function typePrice(page: Page, number: string, price: string) {
  await variantRow(page, number)
    .getByRole('textbox', { name: /^Price of / })
    .fill(price);
}

test('prices change in the list, and installers get them', async ({ site, desk: page }) => {
  const installer = await site.club.as('polishOwner');
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Shop', exact: true }).click();
  await expect(shopList(page).getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('/');
  await page.keyboard.type('hammer-1');
  await expect(page).toHaveURL('/shop?search=hammer-1');
  const row = variantRow(page, 'COPPER-HAMMER-1');
  await expect(shopList(page).getByRole('row')).toHaveCount(3);
  // The console's server also serves the shop's pictures.
  await expect
    .poll(() =>
      page.evaluate(() => Array.from(document.images).some(({ naturalWidth }) => naturalWidth > 0)),
    )
    .toBe(true);
  const address = page.url();
  await row.getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Variants' })).toBeVisible();
  const product = openedId(page);
  const before = await variantInApp(installer, product);
  await page.goBack();

  await test.step('an invalid price can’t be saved, and valid prices are saved together', async () => {
    await page.getByRole('button', { name: 'Edit prices' }).click();
    const bar = page.getByRole('group', { name: 'Price changes' });
    await typePrice(page, 'COPPER-HAMMER-1', '0');
    await expect(bar).toContainText('Prices are whole numbers');
    await typePrice(page, 'COPPER-HAMMER-1', String(before.price + 1));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.type('70');
    await expect(bar).toContainText('2 prices changed');
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    expect(await violations(page)).toEqual([]);
    await prompt.getByRole('button', { name: 'Keep editing' }).last().click();
    await expect(bar).toContainText('2 prices changed');
    expect(await violations(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Save prices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change 2 prices?' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('Say why.');
    expect(await violations(page)).toEqual([]);
    await giveReason(page, /^Change 2 prices/, 'Save');
    await expect(page.getByText('2 prices were changed.')).toBeVisible();
    expect((await variantInApp(installer, product)).price).toBe(before.price + 1);
  });

  await test.step('prices that two operators change are shown side by side', async () => {
    const other = await page.context().newPage();
    await other.goto(address);
    for (const [desk, change] of [
      [page, 2],
      [other, 3],
    ] as const) {
      await desk.getByRole('button', { name: 'Edit prices' }).click();
      await typePrice(desk, 'COPPER-HAMMER-1', String(before.price + change));
      await desk.getByRole('button', { name: 'Save prices' }).click();
    }
    await giveReason(other, /^Change 1 price/, 'Save');
    await expect(other.getByText('1 price was changed.')).toBeVisible();
    await other.close();
    const dialog = page.getByRole('dialog', { name: /^Change 1 price/ });
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Agreed with the vendor');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const theirOption = dialog.getByRole('radio', { name: `Their value ${before.price + 3}` });
    await expect(theirOption).toBeVisible();
    expect(await violations(page)).toEqual([]);
    expect((await variantInApp(installer, product)).price).toBe(before.price + 3);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('1 price was changed.')).toBeVisible();
    expect((await variantInApp(installer, product)).price).toBe(before.price + 2);
  });
});

test('a product is edited by two operators, and hidden', async ({ site, desk: page }) => {
  const installer = await site.club.as('polishOwner');
  await signInOperator(site, page);
  await page.goto('/shop?search=rubber-mallet');
  await variantRow(page, 'RUBBER-MALLET-1').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(form(page)).toBeVisible();
  const product = openedId(page);
  expect(await violations(page)).toEqual([]);

  await test.step('changes of other fields are kept', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await form(other).getByRole('textbox', { name: 'Name' }).fill('Rubber mallet, 500 g');
    await form(other).getByRole('button', { name: 'Save' }).click();
    await giveReason(other, /^Change /, 'Save');
    await expect(other.getByText('The changes were saved.')).toBeVisible();
    await other.close();
    const saveDrafts = await failDraftSaves(page);
    await form(page).getByRole('checkbox', { name: 'Visible in the shop' }).uncheck();
    await page.getByRole('tab', { name: 'Variants' }).click();
    const prompt = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await prompt.getByRole('button', { name: 'Keep editing' }).last().click();
    await saveDrafts();
    await form(page).getByRole('button', { name: 'Save' }).click();
    await giveReason(page, /^Change /, 'Save');
    await expect(page.getByText('their changes are kept: Name')).toBeVisible();
    // The other operator's change may appear before the response to this one.
    await expect(page.getByText('The changes were saved.')).toBeVisible();
    const shownProduct = await installer.call(calls.getShopProduct, { params: { id: product } });
    expect(shownProduct).toMatchObject({ name: 'Rubber mallet, 500 g', is_visible: false });
    await page.getByRole('button', { name: 'Dismiss' }).click();
  });

  await test.step('a product can’t be scheduled to hide before it appears', async () => {
    await form(page).getByLabel('Show from').fill('2036-05-02T08:00');
    await form(page).getByLabel('Hide from').fill('2036-05-01T08:00');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await giveReason(page, /^Change /, 'Save');
    await expect(form(page)).toContainText('The product would be hidden before it is shown.');
    expect(await violations(page)).toEqual([]);
    await form(page).getByLabel('Hide from').fill('2036-06-01T08:00');
    await form(page).getByRole('button', { name: 'Save' }).click();
    await giveReason(page, /^Change /, 'Save');
    await expect(page.getByText('Shown from 2 May 2036, 08:00')).toBeVisible();
  });
});

test('a product gets another picture, and the app shows the picture with its text', async ({
  site,
  desk: page,
  browser,
}) => {
  await signInOperator(site, page);
  await page.goto('/shop?search=copper-hammer');
  await variantRow(page, 'COPPER-HAMMER-1').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Pictures' }).click();
  const product = openedId(page);
  const pictures = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await expect(pictures).toHaveCount(1);
  await chooseFiles(page, 'Add pictures', { 'hammer.png': drawDemoPhoto(1, [90, 60, 30]) });
  await expect(pictures).toHaveCount(2);
  await pictures.last().getByRole('textbox').fill('Młotek na stole');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await giveReason(page, /^Change the pictures of /, 'Save');
  // The demo's picture has no text yet.
  const problem = page.getByRole('alert').filter({ hasText: 'no alternative text' });
  await expect(problem).toContainText('Nothing was changed.');
  expect(await violations(page)).toEqual([]);
  await pictures.first().getByRole('checkbox', { name: 'Decorative' }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await giveReason(page, /^Change the pictures of /, 'Save');
  await expect(page.getByText('The changes were saved.')).toBeVisible();

  const app = await openApp(browser, site);
  await app.goto(`${site.club.url}/shop/${product}`);
  await expect(app.getByRole('img', { name: 'Młotek na stole' })).toBeVisible();
  await expect(app.getByRole('button', { name: 'Enlarge: Picture 1 of 2' })).toBeVisible();
  await app.context().close();
});

test('a product is previewed as the app shows it, in another theme', async ({
  site,
  desk: page,
  browser,
}) => {
  await signInOperator(site, page);
  await page.goto('/shop?search=roller-blind-2');
  await variantRow(page, 'ROLLER-BLIND-2').getByRole('link').first().click();
  await page.getByRole('tab', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('3 in stock')).toBeHidden();
  // Choose the second colour.
  await preview.getByRole('radio').nth(1).check({ force: true });
  await expect(preview.getByText('3 in stock')).toBeVisible();
  const shownName = await preview.getByRole('heading', { level: 3 }).textContent();
  expect(await violations(page)).toEqual([]);
  const colour = () => preview.evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await colour();
  await page.getByLabel('App theme').selectOption({ label: 'Dark' });
  expect(await colour()).not.toBe(light);
  expect(await violations(page)).toEqual([]);

  const app = await openApp(browser, site);
  await app.goto(`${site.club.url}/shop/${openedId(page)}`);
  await expect(app.getByRole('heading', { level: 1, name: shownName ?? '' })).toBeVisible();
  await app.getByRole('radio').nth(1).check({ force: true });
  await expect(app.getByText(/^3 /)).toBeVisible();
  await app.context().close();
});

test('a product is added with two variants, shown, and sold by the app', async ({
  site,
  desk: page,
  browser,
}) => {
  await signInOperator(site, page);
  await page.goto('/shop');
  await page.getByRole('button', { name: 'New product' }).click();
  const panel = page.getByRole('dialog', { name: 'New product' });

  await test.step('a product needs a vendor, a name and numbers', async () => {
    await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
    await panel.getByRole('button', { name: 'Add the product' }).click();
    await expect(panel.getByText('Choose a vendor.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const vendor = panel.getByRole('combobox', { name: 'Vendor' });
    await vendor.selectOption({ label: 'ReWin (REWIN)' });
    await panel.getByRole('textbox', { name: 'Name' }).fill('Kurtka dekarska');
    await panel.getByRole('textbox', { name: 'Product number' }).fill('ROOF-JACKET');
    await panel.getByRole('textbox', { name: 'Variant number' }).fill('COPPER-HAMMER-1');
    await panel.getByRole('textbox', { name: 'Price in points' }).fill('45');
    await panel.getByRole('textbox', { name: 'Stock' }).fill('7');
    await panel.getByRole('button', { name: 'Add the product' }).click();
    await giveReason(page, /^Add this product/, 'Add the product');
    await expect(panel).toContainText('Another variant of this country has this number.');
    await panel.getByRole('textbox', { name: 'Variant number' }).fill('ROOF-JACKET-M');
    await panel.getByRole('button', { name: 'Add the product' }).click();
    await giveReason(page, /^Add this product/, 'Add the product');
    await expect(page.getByRole('heading', { level: 1, name: 'Kurtka dekarska' })).toBeVisible();
  });

  const variants = page.getByRole('table', { name: 'Variants' });
  const addVariant = async (number: string, values: Readonly<Record<string, string>>) => {
    await page.getByRole('button', { name: 'Add a variant' }).click();
    const dialog = page.getByRole('dialog', { name: /^Add a variant of / });
    for (const [name, value] of Object.entries(values))
      await dialog.getByRole('textbox', { name, exact: true }).fill(value);
    await dialog.getByRole('textbox', { name: 'Variant number' }).fill(number);
    await dialog.getByRole('textbox', { name: 'Price in points' }).fill('50');
    await dialog.getByRole('textbox', { name: 'Stock' }).fill('3');
    expect(await violations(page)).toEqual([]);
    await giveReason(page, /^Add a variant of /, 'Add the variant');
    await expect(variants.getByRole('row').filter({ hasText: number })).toBeVisible();
  };

  await test.step('the product gets a second size, and a third size is removed again', async () => {
    await page.getByRole('tab', { name: 'Variants' }).click();
    await addVariant('ROOF-JACKET-L', {
      Attribute: 'Rozmiar',
      'Value of ROOF-JACKET-M': 'M',
      'Value of the new variant': 'L',
    });
    await expect(variants.getByRole('row').nth(1)).toContainText('Rozmiar: M');
    await addVariant('ROOF-JACKET-S', { Rozmiar: 'S' });
    await page.getByRole('button', { name: /^Remove the variant .*: S$/ }).click();
    await giveReason(page, /^Remove .*: S/, 'Remove the variant');
    await expect(page.getByText('The variant was removed.')).toBeVisible();
    await expect(variants.getByRole('row')).toHaveCount(3);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Stock' }).click();
    const movements = page.getByRole('table', { name: 'Stock movements' });
    await expect(movements.getByRole('row').nth(1)).toContainText('Variant removed');
    await expect(movements.getByRole('row', { name: /^Total/ })).toContainText('10');
  });

  await test.step('installers see the product once it’s visible', async () => {
    const app = await openApp(browser, site);
    const card = app.getByRole('link', { name: /Kurtka dekarska/ });
    await app.goto(`${site.club.url}/shop`);
    await expect(app.getByRole('heading', { level: 1, name: 'Shop' })).toBeVisible();
    await expect(card).toBeHidden();
    await page.getByRole('tab', { name: 'Details' }).click();
    await form(page).getByRole('checkbox', { name: 'Visible in the shop' }).check();
    await form(page).getByRole('button', { name: 'Save' }).click();
    await giveReason(page, /^Change /, 'Save');
    await expect(page.getByText('The changes were saved.')).toBeVisible();
    await app.reload();
    await card.click();
    await app.getByRole('radio', { name: 'L', exact: true }).check({ force: true });
    await expect(app.getByText('Product code: ROOF-JACKET-L')).toBeVisible();
    await app.context().close();
  });
});
