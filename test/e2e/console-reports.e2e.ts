import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ResultOf } from '#schemas/api/call.ts';
import { companyCalls } from '#schemas/operator/company-calls.ts';
import { regionIdOf } from '#schemas/regions.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Number in a cell. */
const numberIn = async (cell: Locator) =>
  Number((await cell.innerText()).replaceAll(/[^\d−-]/g, '').replace('−', '-'));

/** Sum of the balances in the case files of all Polish companies. */
async function polishBalances(page: Page): Promise<number> {
  const read = async (path: string) => (await page.request.get(`/api${path}`)).json();
  const { listCompanies, explainCompanyPoints } = companyCalls;
  const list = (await read(
    `${listCompanies.path}?region=${regionIdOf('PL')}&limit=100`,
  )) as ResultOf<typeof listCompanies>;
  expect(list.meta).toEqual({ next: null, total: list.data.length });
  let sum = 0;
  for (const { id } of list.data) {
    const points = (await read(explainCompanyPoints.path.replace('{id}', id))) as ResultOf<
      typeof explainCompanyPoints
    >;
    sum += points.balance;
  }
  expect(sum).toBeGreaterThan(0);
  return sum;
}

test('a report’s points match all companies, and its orders match the list', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Shown country' }).selectOption('Lithuania');
  const points = page.getByRole('table', { name: 'Points' });
  const closing = points.getByRole('row', { name: /^Closing/ }).getByRole('cell');
  await expect(closing.nth(1)).toHaveText('0');
  await page.getByRole('banner').getByRole('combobox', { name: 'Country' }).selectOption('Poland');
  await page.getByRole('combobox', { name: 'Month' }).selectOption('Whole year');

  await test.step('the closing balance is the sum of all lines', async () => {
    const sum = await polishBalances(page);
    await expect(closing.nth(1)).toHaveText(new Intl.NumberFormat('en').format(sum));
    expect(await violations(page)).toEqual([]);
  });

  await test.step('a chart has the months of both years, and its table has the same sum', async () => {
    const year = new Date().getFullYear();
    await expect(
      page.getByRole('img', {
        name: new RegExp(`^Added products: .+ in ${year}, .+ in ${year - 1}`),
      }),
    ).toBeVisible();
    const chart = page.getByRole('figure').filter({ hasText: 'Added products' });
    await chart.getByText('Values of the chart').click();
    const months = chart
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') });
    await expect(months).toHaveCount(12);
    let sum = 0;
    for (const month of await months.all())
      sum += (await numberIn(month.getByRole('cell').nth(1))) || 0;
    const added = page
      .getByRole('table', { name: 'Products', exact: true })
      .getByRole('row', { name: /^Added products/ });
    expect(sum).toBe(await numberIn(added.getByRole('cell').nth(1)));
    expect(sum).toBeGreaterThan(0);
  });

  await test.step('the file contains every figure of both periods', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.split('\r\n').filter(Boolean)).toHaveLength(31);
    expect(text).toContain('Points,Closing,');
  });

  await test.step('a number links to its records', async () => {
    const placedRow = page
      .getByRole('table', { name: 'Orders' })
      .getByRole('row', { name: /^Placed/ })
      // The first link belongs to the current period, and the second to the earlier one.
      .getByRole('link')
      .first();
    const count = await numberIn(placedRow);
    expect(count).toBeGreaterThan(0);
    await placedRow.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible();
    await expect(page.getByText(new RegExp(`^${count} rows?$`))).toBeVisible();
  });

  await test.step('with all countries, a list has only records of the report’s country', async () => {
    await page.goBack();
    const countries = page.getByRole('banner').getByRole('combobox', { name: 'Country' });
    await countries.selectOption('All countries');
    await page.getByRole('combobox', { name: 'Shown country' }).selectOption('Poland');
    for (const [subject, figure] of [
      ['Orders', /^Placed/],
      ['Leads', /^Leads offered/],
    ] as const) {
      const number = page
        .getByRole('table', { name: subject })
        .getByRole('row', { name: figure })
        .getByRole('link')
        .first();
      const count = await numberIn(number);
      await number.click();
      await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
      await expect(page.getByText(new RegExp(`^${count} rows?$`))).toBeVisible();
      await page.goBack();
    }
  });
});
