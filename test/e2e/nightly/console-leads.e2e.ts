import { expect, type Page } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('By phone');
  await why.getByRole('button', { name: label }).click();
}

test('a request is offered to the nearest company, and withdrawn once', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  const table = page.getByRole('table', { name: 'Requests' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await table.getByRole('row').filter({ hasText: 'Kraków' }).getByRole('link').first().click();

  await test.step('contact details are shown for a reason', async () => {
    await page.getByRole('tab', { name: 'Homeowner' }).click();
    await expect(page.getByText('+48', { exact: false })).toHaveCount(0);
    await page.getByRole('button', { name: 'Show contact details' }).click();
    await confirm(page, /contact details/, 'Show');
    await expect(page.getByText(/^\+48/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('the company receives the offer', async () => {
    await page.getByRole('tab', { name: 'Companies' }).click();
    await page.getByRole('button', { name: 'Offer' }).first().click();
    await confirm(page, /^Offer it to Dachy Nowak/, 'Offer');
    await expect(page.getByText('Offered to Dachy Nowak.')).toBeVisible();
    await page.getByRole('tab', { name: 'Offers' }).click();
    await page.getByRole('link', { name: 'Dachy Nowak' }).click();
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  await test.step('a second operator’s withdrawal is rejected', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await confirm(other, /^Withdraw the offer/, 'Withdraw');
    await expect(other.getByText('The offer was withdrawn.')).toBeVisible();
    await confirm(page, /^Withdraw the offer/, 'Withdraw');
    const problem = page.getByRole('alert').filter({ hasText: 'Someone else has changed this' });
    await expect(problem).toContainText('Nothing was changed.');
    await other.close();
  });
});

test('requests are imported from a file, reach the queue, and are taken back', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.goto('/lead-requests');
  await page.getByRole('link', { name: 'Import a file' }).click();
  const panel = page.getByRole('dialog', { name: 'New import' });
  await expect(panel.getByRole('combobox', { name: 'Content' })).toHaveValue('lead_requests');
  await panel.getByRole('combobox', { name: 'Country' }).selectOption('Poland');
  const rows = [
    'last_name;city;postal_code;phone;consent_day;reference',
    'Zalewska;Kraków;31-007;600 100 203;2026-01-15;fair-1',
    'Zieliński;Gdynia;81-300;600 10;2026-01-15;fair-2',
    'Zalewska;Kraków;31-007;600 100 203;2026-01-15;fair-1',
  ];
  await panel.getByLabel('CSV file').setInputFiles({
    name: 'fair.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${rows.join('\n')}\n`),
  });
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Upload' }).click();
  await confirm(page, /^Upload fair.csv/, 'Upload');
  await expect(page.getByRole('region', { name: 'First rows' })).toContainText('60…');
  await page.getByRole('form', { name: 'Columns' }).getByRole('button', { name: 'Check' }).click();
  const counts = page.getByRole('table', { name: 'Row counts' });
  await expect(counts.getByRole('row', { name: 'Check 3 1 0 2' })).toBeVisible();
  await page.getByRole('tab', { name: 'Rejected rows' }).click();
  const rejectedTable = page.getByRole('table', { name: 'Rejected rows' });
  await expect(rejectedTable.getByRole('row', { name: /^3 The phone number must/ })).toBeVisible();
  await expect(
    rejectedTable.getByRole('row', { name: /^4 The request is in the file/ }),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Apply' }).click();
  await confirm(page, /^Apply fair.csv/, 'Apply');
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  const imported = page.url();
  await page.goto('/lead-requests?search=Zalewska');
  const table = page.getByRole('table', { name: 'Requests' });
  await expect(table.getByRole('row', { name: /Zalewska/ })).toHaveCount(1);
  await page.goto(imported);
  await page.getByRole('button', { name: 'Take back' }).click();
  await confirm(page, /^Take fair.csv back/, 'Take back');
  await page.getByRole('tab', { name: 'Steps' }).click();
  await expect(page.getByText('Taken back: 1. Kept')).toBeVisible();
});
