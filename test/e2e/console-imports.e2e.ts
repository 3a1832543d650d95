import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { demoProductId } from '#server/demo/shop.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Confirms an action with a reason. */
async function confirm(page: Page, title: RegExp, label: string): Promise<void> {
  const why = page.getByRole('dialog', { name: title });
  await why.getByRole('textbox', { name: 'Why?' }).fill('Sent by the factory');
  await why.getByRole('button', { name: label, exact: true }).click();
}

// With a long column, a file of two parts needs only a few rows.
const note = 'x'.repeat(3000);
const rows = Array.from(
  { length: 1500 },
  (_row, index) => `MK06,99Z${String(index).padStart(5, '0')}-0001,2070,GGL,${note}`,
);
const file = {
  name: 'spring.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    ['size,Number,variant,type,note', ...rows, 'MK06,99z,2070,GGL,', ''].join('\n'),
  ),
};

/** Uploads the file with a part that fails, and after a reload chooses another file and then the same file. */
async function continueUpload(page: Page): Promise<void> {
  let failedCount = 0;
  await page.route('**/parts/1', (route) => {
    failedCount += 1;
    return failedCount === 1 ? route.abort() : route.continue();
  });
  await page
    .getByRole('dialog', { name: 'New import' })
    .getByRole('button', { name: 'Upload' })
    .click();
  await confirm(page, /^Upload spring.csv/, 'Upload');
  const upload = page.getByRole('region', { name: 'Upload' });
  await expect(upload).toContainText('1 of 2');
  const main = page.getByRole('main');
  await expect(main.getByText('Upload not finished')).toBeVisible();
  await expect(upload.getByText('There is no connection to the server.')).toBeVisible();
  // After a reload, the operator must choose the file again.
  await page.reload();
  const refusal = upload.getByText('This isn’t the same file');
  await upload.getByLabel('CSV file').setInputFiles({ ...file, buffer: Buffer.from('a,b') });
  await expect(refusal).toBeVisible();
  // A file of the same size, with another character in the last part.
  const changed = Buffer.from(file.buffer);
  changed.write('y', changed.length - 20);
  await upload.getByLabel('CSV file').setInputFiles({ ...file, buffer: changed });
  await expect(refusal).toBeVisible();
  expect(failedCount).toBe(1);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT')
      sent.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  await upload.getByLabel('CSV file').setInputFiles(file);
  await expect(page.getByRole('form', { name: 'Columns' })).toBeVisible();
  await expect(main.getByText('Not checked yet')).toBeVisible();
  expect(sent).toEqual(['1']);
}

test('serial numbers are uploaded, checked and applied, the app accepts them, and the import is undone', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  const statusInApp = async () => {
    const body = { scans: [{ code: '99Z00042-0001' }] };
    const { data } = await installer.call(calls.confirmScans, { body });
    return data[0]?.status;
  };
  expect(await statusInApp()).toBe('unknown');
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Imports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Imports' })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('a file is required', async () => {
    await page.getByRole('button', { name: 'New import' }).click();
    const panel = page.getByRole('dialog', { name: 'New import' });
    await panel.getByRole('button', { name: 'Upload' }).click();
    await expect(panel.getByText('Choose a file.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await panel.getByLabel('CSV file').setInputFiles(file);
  });

  await test.step('an upload continues after a part has failed', () => continueUpload(page));

  await test.step('the check needs each column', async () => {
    const form = page.getByRole('form', { name: 'Columns' });
    await form.getByRole('button', { name: 'Check' }).click();
    await expect(form.getByText('Choose a column.')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await form.getByRole('combobox', { name: 'Serial number' }).selectOption('Number');
    await form.getByRole('button', { name: 'Check' }).click();
    const counts = page.getByRole('table', { name: 'Row counts' });
    await expect(counts.getByRole('row', { name: 'Check 1,501 1,500 0 1' })).toBeVisible();
    expect(await statusInApp()).toBe('unknown');
    await page.reload();
    const chosen = form.getByRole('option', { name: 'Number', selected: true });
    await expect(chosen).toHaveCount(1);
  });

  await test.step('rejected rows have a reason and can be downloaded', async () => {
    await page.getByRole('tab', { name: 'Rejected rows' }).click();
    const rejectedTable = page.getByRole('table', { name: 'Rejected rows' });
    await expect(
      rejectedTable.getByRole('row', { name: /^1,502 The serial number/ }),
    ).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download rejected rows' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    expect(text).toContain('99z,GGL,MK06,2070,1502,The code must be');
    await page.getByRole('tab', { name: 'Steps' }).click();
  });

  await test.step('if two people apply the import, the second sees that the first has already applied it', async () => {
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await confirm(other, /^Apply spring.csv/, 'Apply');
    await expect(other.getByRole('button', { name: 'Take back' })).toBeVisible();
    await other.close();
    await confirm(page, /^Apply spring.csv/, 'Apply');
    await expect(page.getByText('Someone else has changed this in the meantime.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0);
    expect(await statusInApp()).not.toBe('unknown');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('unused serial numbers are taken back', async () => {
    await page.getByRole('button', { name: 'Take back' }).click();
    await confirm(page, /^Take spring.csv back/, 'Take back');
    await expect(page.getByText('Taken back: 1,500. Kept')).toBeVisible();
    expect(await statusInApp()).toBe('unknown');
    await page.getByRole('link', { name: 'Imports', exact: true }).first().click();
    const list = page.getByRole('region', { name: 'Imports' });
    await expect(list.getByRole('row', { name: /spring.csv/ })).toContainText('Taken back');
  });
});

test('prices and stock of a country are imported, seen by installers, and undone', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  const readInApp = async () => {
    const params = { id: demoProductId('PL', 'rubber-mallet') };
    const { variants } = await installer.call(calls.getShopProduct, { params });
    return variants.map(({ price, stock }) => ({ price, stock }));
  };
  const [before = { price: 0, stock: 0 }] = await readInApp();
  const after = { price: before.price + 1, stock: before.stock + 5 };
  await signInOperator(site, page);
  await page.goto('/imports?panel=new');
  const panel = page.getByRole('dialog', { name: 'New import' });
  await panel.getByRole('combobox', { name: 'Content' }).selectOption('Prices and stock');
  await panel.getByRole('button', { name: 'Upload' }).click();
  await expect(panel.getByText('Choose a country.')).toBeVisible();
  await panel.getByRole('combobox', { name: 'Country' }).selectOption('Poland');
  await panel.getByLabel('CSV file').setInputFiles({
    name: 'tools.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `sku;price;change\nRUBBER-MALLET-1;${after.price};5\nMALLET-9;9;\nSAW-1;;\n`,
    ),
  });
  await panel.getByRole('button', { name: 'Upload' }).click();
  await confirm(page, /^Upload tools.csv/, 'Upload');
  const form = page.getByRole('form', { name: 'Columns' });
  await form.getByRole('button', { name: 'Check' }).click();
  const counts = page.getByRole('table', { name: 'Row counts' });
  await expect(counts.getByRole('row', { name: 'Check 3 1 0 2' })).toBeVisible();
  await page.getByRole('tab', { name: 'Rejected rows' }).click();
  const rejectedTable = page.getByRole('table', { name: 'Rejected rows' });
  await expect(
    rejectedTable.getByRole('row', { name: /^3 The country’s shop has no/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Apply' }).click();
  await confirm(page, /^Apply tools.csv/, 'Apply');
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  expect(await readInApp()).toEqual([after]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Take back' }).click();
  await confirm(page, /^Take tools.csv back/, 'Take back');
  await page.getByRole('tab', { name: 'Steps' }).click();
  await expect(page.getByText('Taken back: 1. Kept')).toBeVisible();
  expect(await readInApp()).toEqual([before]);

  await page.goto('/imports');
  const list = page.getByRole('region', { name: 'Imports' });
  await expect(list.getByRole('row', { name: /factory-week-47.csv/ })).toBeVisible();
  await page.getByRole('button', { name: 'Content' }).click();
  await page.getByRole('combobox', { name: 'Content' }).selectOption('Prices and stock');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page).toHaveURL(/kind=shop/);
  await expect(list.getByRole('row', { name: /tools.csv/ })).toContainText('Poland');
  await expect(list.getByRole('row', { name: /factory-week-47.csv/ })).toHaveCount(0);
});

test('voucher codes are imported without being shown, and taken back', async ({
  site,
  desk: page,
}) => {
  const code = 'MALL-7741-0001';
  await signInOperator(site, page);
  await page.goto('/imports?panel=new');
  const panel = page.getByRole('dialog', { name: 'New import' });
  await panel.getByRole('combobox', { name: 'Content' }).selectOption('Voucher codes');
  await panel.getByRole('combobox', { name: 'Country' }).selectOption('Poland');
  await panel.getByLabel('CSV file').setInputFiles({
    name: 'gift-cards.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `sku;number;expires;password\nFUEL-1;${code};2099-12-31;4410\nFUEL-1;MALL-7741-0002;;\nFUEL-1;${code};;\n`,
    ),
  });
  await panel.getByRole('button', { name: 'Upload' }).click();
  await confirm(page, /^Upload gift-cards.csv/, 'Upload');
  await expect(page.getByRole('region', { name: 'First rows' })).toContainText('MA…');
  expect(await violations(page)).toEqual([]);

  await test.step('the controls of a row are aligned even if a label wraps', async () => {
    const controls = page.getByRole('form', { name: 'Columns' }).getByRole('combobox');
    await expect(controls).toHaveCount(4);
    await page.evaluate(() => {
      document.documentElement.dataset['fontSize'] = '20px';
    });
    for (const [width, rows] of [
      [768, 2],
      [1280, 1],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const tops = await controls.evaluateAll((all) =>
        all.map((control) => control.getBoundingClientRect().top),
      );
      expect(new Set(tops).size).toBe(rows);
    }
  });
  await page.getByRole('form', { name: 'Columns' }).getByRole('button', { name: 'Check' }).click();
  const counts = page.getByRole('table', { name: 'Row counts' });
  await expect(counts.getByRole('row', { name: 'Check 3 2 0 1' })).toBeVisible();
  await page.getByRole('tab', { name: 'Rejected rows' }).click();
  const rejectedTable = page.getByRole('table', { name: 'Rejected rows' });
  await expect(
    rejectedTable.getByRole('row', { name: '4 This code is in the file twice.' }),
  ).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
  await page.getByRole('button', { name: 'Apply' }).click();
  await confirm(page, /^Apply gift-cards.csv/, 'Apply');
  await expect(page.getByRole('button', { name: 'Take back' })).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  await confirm(page, /^Take gift-cards.csv back/, 'Take back');
  await page.getByRole('tab', { name: 'Steps' }).click();
  await expect(page.getByText('Taken back: 2. Kept')).toBeVisible();
});
