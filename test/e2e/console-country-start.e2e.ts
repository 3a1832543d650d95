import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { type ConsoleSite, signInOperator, test } from '#test/e2e-fixtures/console.ts';
import { runOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';
import { exampleFolder } from '#test/setup/example-country.ts';

// A separate server: other tests rely on the demo's product types and points.
test.use({ ownSite: 'console-country-start' });

/** Removes the points of products in Lithuania. */
async function removePoints({ club }: ConsoleSite): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'club-country-'));
  const country = JSON.parse(readFileSync(join(exampleFolder, 'country.json'), 'utf8')) as {
    settings: { configuration: object };
  };
  const { settings } = country;
  const configuration = { ...settings.configuration, product_points: {}, campaigns: [] };
  const content = { ...country, region: 'LT', settings: { ...settings, configuration } };
  writeFileSync(join(folder, 'country.json'), JSON.stringify(content));
  await runOperatorCommand(club, ['setup', 'apply', folder]);
  rmSync(folder, { recursive: true });
}

async function openTab(page: Page, tab: string): Promise<void> {
  await page.goto('/country?region=8');
  await page.getByRole('tab', { name: tab }).click();
}

/** Changes next year's levels, and restores the previous ones. */
async function restoreLevels(page: Page): Promise<void> {
  const row = page.getByRole('table', { name: 'Levels' }).getByRole('row', { name: /^2 / });
  await page.getByRole('button', { name: 'Change the levels of category 2' }).click();
  const dialog = page.getByRole('dialog', { name: /^Levels of category 2 from / });
  await dialog.getByRole('textbox', { name: 'Levels' }).fill('0 0\n8 3');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Fewer points');
  await dialog.getByRole('button', { name: 'Change the levels' }).click();
  await expect(row.getByText('from 8: +3')).toBeVisible();
  await page.getByRole('button', { name: /^Restore the levels of category 2 from/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'Levels' })).toHaveValue('0 0\n4 10');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('A mistake');
  await dialog.getByRole('button', { name: 'Change the levels' }).click();
  await expect(row.getByText('from 4: +10')).toHaveCount(2);
}

/** Changes points, and restores the previous ones. */
async function restorePoints(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Points for products' });
  await page.getByRole('tab', { name: 'Points for products' }).click();
  await page.getByRole('button', { name: 'Change the points of GGL' }).click();
  const change = page.getByRole('dialog', { name: 'Change the points of GGL' });
  await change.getByRole('textbox', { name: 'Points' }).fill('7');
  await change.getByRole('textbox', { name: 'Why?' }).fill('A wrong number');
  await change.getByRole('button', { name: 'Change the points' }).click();
  await expect(table.getByRole('row', { name: /^GGL Active 1 7 / })).toBeVisible();
  await page.getByRole('tab', { name: 'Versions' }).click();
  const version = page.getByRole('row').filter({ hasText: 'Points for GGL: 70 → 7' });
  await version.getByRole('button', { name: /^Restore the version of/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore a version' });
  const values = dialog.getByRole('combobox', { name: 'Values to restore' });
  // The version is valid now, so only the values before it can be restored.
  await expect(values).toHaveValue('before');
  await expect(dialog.getByText('Points for GGL: 7 → 70')).toBeVisible();
  await values.selectOption('Values of this version');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('70 was right');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog.getByText('There is nothing to restore.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await values.selectOption('Values before this version');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('tab', { name: 'Points for products' }).click();
  await expect(table.getByRole('row', { name: /^GGL Active 1 70 / })).toBeVisible();
}

/** Changes a setting, and restores its previous value. */
async function restoreSettings(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Change: Points' }).click();
  const change = page.getByRole('dialog', { name: 'Change: Points' });
  const months = change.getByRole('textbox', { name: 'Validity of points in months' });
  const before = await months.inputValue();
  await months.fill('7');
  await change.getByRole('textbox', { name: 'Why?' }).fill('A wrong number');
  await change.getByRole('button', { name: 'Change settings' }).click();
  const settings = page.getByRole('region', { name: 'Points', exact: true });
  await expect(settings.getByText('7', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Versions' }).click();
  const version = page
    .getByRole('row')
    .filter({ hasText: `Validity of points in months: ${before} → 7` });
  await version.getByRole('button', { name: /^Restore the version of/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore a version' });
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('It was right before');
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(settings.getByText(before, { exact: true })).toBeVisible();
}

test('a country gets a product type, its first points and its first levels', async ({
  site,
  desk: page,
}) => {
  await removePoints(site);
  await signInOperator(site, page);
  await openTab(page, 'Points for products');
  const table = page.getByRole('table', { name: 'Points for products' });

  await test.step('a product type is added', async () => {
    await page.getByRole('button', { name: 'Add a product type' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a product type' });
    const type = dialog.getByRole('textbox', { name: 'Product type' });
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('New this spring');
    await type.fill('ggl');
    await dialog.getByRole('button', { name: 'Add the product type' }).click();
    await expect(dialog.getByText('This product type already exists.')).toBeVisible();
    await type.fill('G L');
    await expect(dialog.getByText('Use 2 to 8 letters or digits, without spaces.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await type.fill('glx');
    await dialog.getByRole('combobox', { name: 'Tier category' }).selectOption('3');
    await dialog.getByRole('button', { name: 'Add the product type' }).click();
    await expect(page.getByText('Saved: GLX')).toBeVisible();
    await expect(table.getByRole('row', { name: /^GLX Active 3 None/ })).toBeVisible();
  });

  await test.step('the first points are set', async () => {
    await page.getByRole('button', { name: 'Set the first points' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set the first points' });
    await dialog.getByRole('textbox', { name: 'GLX' }).fill('many');
    await dialog.getByRole('textbox', { name: 'GGL' }).fill('70');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('The programme starts');
    await dialog.getByRole('button', { name: 'Set the points' }).click();
    await expect(dialog.getByText('Enter a whole number.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'GLX' }).fill('50');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Set the points' }).click();
    await expect(page.getByText('The change is valid now.')).toBeVisible();
    await expect(table.getByRole('row', { name: /^GGL Active 1 70/ })).toBeVisible();
    await expect(table.getByRole('row', { name: /^GLX Active 3 50/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Set the first points' })).toBeHidden();
  });

  await test.step('a retired type can’t be scanned in the app', async () => {
    const installer = await site.club.as('polishOwner');
    const statusInApp = async () =>
      (await installer.call(calls.listTierProductCategories, {})).data.find(
        ({ type }) => type === 'GLX',
      )?.status;
    expect(await statusInApp()).toBe('active');
    await page.getByRole('button', { name: 'Edit type GLX' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit type GLX' });
    await dialog.getByRole('combobox', { name: 'Status' }).selectOption('Retired');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Not sold any more');
    await dialog.getByRole('button', { name: 'Change the product type' }).click();
    await expect(table.getByRole('row', { name: /^GLX Retired 3 50/ })).toBeVisible();
    expect(await statusInApp()).toBe('retired');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('a category gets its first levels', async () => {
    await page.getByRole('tab', { name: 'Levels' }).click();
    const levels = page.getByRole('table', { name: 'Levels' });
    await page.getByRole('button', { name: 'Add levels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add levels' });
    await dialog.getByRole('combobox', { name: 'Tier category' }).selectOption('2');
    await dialog.getByRole('textbox', { name: 'Why?' }).fill('Blinds count, too');
    await dialog.getByRole('textbox', { name: 'Levels' }).fill('0 0\n4 10');
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add the levels' }).click();
    await expect(page.getByText('The change is valid now.').last()).toBeVisible();
    const row = levels.getByRole('row', { name: /^2 / });
    // The levels apply to this year and the next.
    await expect(row.getByText('from 4: +10')).toHaveCount(2);
    expect(await violations(page)).toEqual([]);
  });

  await test.step('this year’s levels are restored for the next year', () => restoreLevels(page));

  await test.step('the points before a version are restored', () => restorePoints(page));

  await test.step('the settings before a version are restored', () => restoreSettings(page));
});
