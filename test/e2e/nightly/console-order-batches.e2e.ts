import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test.use({ ownSite: 'console-order-batches' });

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('The weekly order');
  await why.getByRole('button', { name: label, exact: true }).click();
}

/** Approves all new goods. */
async function approveGoods(page: Page): Promise<void> {
  await page.goto('/orders?state=pending&kind=physical');
  const list = page.getByRole('region', { name: 'Orders' });
  await list.getByRole('checkbox', { name: 'Select all shown rows' }).check();
  await page
    .getByRole('group', { name: 'Selection' })
    .getByRole('button', { name: 'Approve' })
    .click();
  await confirm(page, /^Approve \d+ orders?\?$/, 'Approve');
  const jobs = page.getByRole('region', { name: 'Bulk actions' });
  await expect(jobs.getByText('Done')).toBeVisible();
  await jobs.getByRole('button', { name: 'Close' }).click();
}

test('approved orders are sent to a vendor as a file, and the vendor’s responses complete them', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await approveGoods(page);
  await page.getByRole('link', { name: 'Batches', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order batches' })).toBeVisible();
  await expect(page.getByText('No batches here')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('a batch needs a vendor and a reason', async () => {
    await page.getByRole('button', { name: 'Create batch' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a batch?' });
    const vendor = dialog.getByRole('combobox', { name: 'Vendor' });
    await dialog.getByRole('button', { name: 'Create batch' }).click();
    await expect(dialog.getByText('Say why.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const goods = vendor.getByRole('option', { name: /^Compacon/ });
    await vendor.selectOption((await goods.getAttribute('value')) ?? '');
    await confirm(page, /^Create a batch\?$/, 'Create batch');
    await expect(page.getByText('Batch 1 was created.')).toBeVisible();
  });

  const list = page.getByRole('region', { name: 'Order batches' });
  const row = list.getByRole('row', { name: /Poland/ });
  const sheet = page.getByRole('dialog', { name: 'Batch 1' });
  let orders: string[] = [];
  await test.step('the batch’s file contains its orders', async () => {
    await expect(row).toContainText(/\d+ open orders?/);
    await row.getByRole('link').first().click();
    await expect(sheet.getByText('Completed', { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: 'Download' }).click();
    await confirm(page, /^Download batch 1\?$/, 'Download');
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^pl-[a-z0-9_]+-1\.csv$/);
    const [header = '', ...lines] = readFileSync(await saved.path(), 'utf8').split('\r\n');
    expect(header).toContain('order,ordered_at,sku,product,attributes,quantity,recipient');
    orders = [...new Set(lines.flatMap((line) => /^\d+(?=,)/.exec(line) ?? []))];
    expect(orders.length).toBeGreaterThan(0);
  });

  await test.step('the responses are imported', async () => {
    await sheet.getByRole('link', { name: 'Import answers' }).click();
    const panel = page.getByRole('dialog', { name: 'New import' });
    await expect(panel.getByRole('combobox', { name: 'Content' })).toHaveValue('vendor_answers');
    await panel.getByRole('combobox', { name: 'Country' }).selectOption('Poland');
    const lines = orders.map((order) => `${order},completed,DPD-${order}`);
    const text = ['order,result,reference', ...lines, '99999999,completed,', ''].join('\n');
    const file = { name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await panel.getByLabel('CSV file').setInputFiles(file);
    await panel.getByRole('button', { name: 'Upload' }).click();
    await confirm(page, /^Upload answers.csv/, 'Upload');
    const form = page.getByRole('form', { name: 'Columns' });
    await form.getByRole('button', { name: 'Check' }).click();
    const counts = page.getByRole('table', { name: 'Row counts' });
    const [all, added] = [orders.length + 1, orders.length];
    await expect(counts.getByRole('row', { name: `Check ${all} ${added} 0 1` })).toBeVisible();
    await page.getByRole('tab', { name: 'Rejected rows' }).click();
    await expect(page.getByText('The country has no order with this number.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apply' }).click();
    await confirm(page, /^Apply answers.csv/, 'Apply');
    await expect(page.getByText('Applied', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take back' })).toHaveCount(0);
  });

  await test.step('the batch has no open orders, and an order shows its reference', async () => {
    await page.goto('/orders/batches');
    await expect(row).toContainText('All answered');
    await row.getByRole('link').first().click();
    await sheet.getByRole('link', { name: 'Orders of this batch' }).click();
    const ofBatch = page.getByRole('region', { name: 'Orders' });
    await expect(ofBatch.getByRole('row', { name: /Completed/ })).toHaveCount(orders.length);
    await ofBatch.getByRole('row').nth(1).getByRole('link').first().click();
    await expect(page.getByText(/^DPD-\d+$/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
});
