import { expect } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

const lines = [
  'number,expires,password',
  'SHOPS-7731,2099-12-31,4410',
  'SHOPS-7732,tomorrow',
  'SHOPS-7733',
  'SHOPS-7731,2099-12-31,9999',
];

test('codes are imported from a file, each only once, and an order gets a code', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Voucher codes', exact: true }).click();
  const table = page.getByRole('table', { name: 'Voucher codes' });
  const row = table.getByRole('row').filter({ hasText: 'GIFT-MALL-1' });
  await expect(row.getByText('Running low')).toBeVisible();
  // The demo's other vouchers have enough codes.
  await expect(table.getByText('Enough').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await row.getByRole('link').first().click();
  const panel = page.getByRole('dialog');
  const codes = panel.getByRole('region', { name: 'Import codes' });
  const choose = async (text: readonly string[]) => {
    const file = { name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(text.join('\n')) };
    await codes.getByLabel('File with codes').setInputFiles(file);
    await codes.getByRole('button', { name: 'Check' }).click();
  };

  await test.step('the check names each bad row', async () => {
    await choose(lines);
    await expect(codes.getByText('2 new codes')).toBeVisible();
    await expect(codes.getByText('2 lines can’t be imported:')).toBeVisible();
    await expect(codes.getByText('Line 3: The validity must be a day')).toBeVisible();
    await expect(codes.getByText('Line 5: The code is in the list twice')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the import completes the open order', async () => {
    await codes.getByRole('button', { name: 'Import' }).click();
    const why = page.getByRole('dialog', { name: /^Import 2 codes of/ });
    await why.getByRole('button', { name: 'Import' }).click();
    await expect(why.getByText('Say why.')).toBeVisible();
    await why.getByRole('textbox', { name: 'Why?' }).fill('Delivered by the vendor');
    await why.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByText('2 codes were imported.')).toBeVisible();
  });

  await test.step('the same codes aren’t stored again', async () => {
    await choose(lines.slice(0, 2));
    await expect(codes.getByText('0 new codes')).toBeVisible();
    await expect(codes.getByText('1 code is already stored')).toBeVisible();
    await expect(codes.getByRole('button', { name: 'Import' })).toBeHidden();
    await panel.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('the order has a code that isn’t shown', async () => {
    const jobs = page.getByRole('region', { name: 'Bulk actions' });
    await expect(jobs.getByRole('progressbar', { name: 'Completing orders' })).toBeVisible();
    await expect(jobs.getByText('Done')).toBeVisible();
    await expect(row.getByRole('cell', { name: '1', exact: true }).first()).toBeVisible();
    await page.goto('/orders?state=positive&kind=digital');
    const orders = page.getByRole('table', { name: 'Orders' });
    // The order is newer than the other completed ones.
    await orders.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1, name: /^Order \d+$/ })).toBeVisible();
    await expect(page.getByText('Completed', { exact: true })).toBeVisible();
    await expect(page.getByText('Stored', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    await expect(page.getByText('Delivered by the vendor')).toBeVisible();
    await expect(page.getByText('SHOPS-773')).toHaveCount(0);
  });
});
