import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { ResultOf } from '#schemas/api/call.ts';
import { returnCalls } from '#schemas/operator/return-calls.ts';
import { demoCompanies } from '#server/demo/companies.ts';
import { openApp } from '#test/e2e-fixtures/console-pictures.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Finds a product of the Polish owner's company that can be taken back. */
async function findProduct(page: Page, company: string) {
  const read = async (path: string) => (await page.request.get(`/api${path}`)).json();
  const { listScannedProducts, readScannedProduct } = returnCalls;
  const { data } = (await read(
    `${listScannedProducts.path}?company=${company}&limit=200`,
  )) as ResultOf<typeof listScannedProducts>;
  for (const { id, serial_number: serial } of data) {
    if (serial === null) continue;
    const file = (await read(readScannedProduct.path.replace('{id}', id))) as ResultOf<
      typeof readScannedProduct
    >;
    if (file.act === 'take_back' && file.points > 0) return { ...file, serial };
  }
  throw new Error('The demo has no product to take back.');
}

test('a returned product is taken back once, the installer sees that, and an undo makes it count again', async ({
  site,
  browser,
  desk: page,
}) => {
  const installer = await site.club.as('polishOwner');
  const { id } = demoCompanies.nowak;
  const balance = async () =>
    (await installer.call(calls.getPointsSummary, { params: { id } })).company_points;
  await signInOperator(site, page);
  const { serial, points, project, id: scan } = await findProduct(page, id);
  const before = await balance();
  const number = (value: number) => new Intl.NumberFormat('en').format(value);
  await page.getByRole('link', { name: 'Scanned products', exact: true }).click();
  const table = page.getByRole('table', { name: 'Scanned products' });
  await expect(table.getByRole('row').nth(2)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Full serial number' }).fill(serial.toLowerCase());
  await expect(page.getByText('1 row', { exact: true })).toBeVisible();
  await table.getByText(serial).click();
  const panel = page.getByRole('dialog', { name: `Product ${serial}` });
  await expect(panel.getByText('Valid', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Take back' }).click();

  await panel.getByRole('button', { name: 'Take back' }).click();
  const dialogs = [page, other].map((desk) =>
    desk.getByRole('dialog', { name: `Take ${serial} back?` }),
  );
  for (const dialog of dialogs)
    await expect(dialog.getByText(`${number(before)} → ${number(before - points)}`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const [dialog = panel, late = panel] = dialogs;
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(dialog.getByText('Say why. The reason is kept in the audit.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('The dealer confirmed the return');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('The product was taken back.').first()).toBeVisible();
  // Live lists notify the slower operator immediately.
  await expect(late.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await other.close();
  await expect(panel.getByText('Returned', { exact: true })).toBeVisible();
  expect(await balance()).toBe(before - points);
  const { products } = await installer.call(calls.getProject, { params: { id: project } });
  expect(products.find(({ uuid }) => uuid === scan)).toMatchObject({
    ...{ flag: 'rejected', rejection: { code: 'returned' } },
  });
  const app = await openApp(browser, site);
  await app.goto(`${site.club.url}/projects/${project}`);
  await expect(app.getByText(`${number(points)} points no longer count.`)).toBeVisible();
  await app.context().close();

  await panel.getByRole('button', { name: 'Count again' }).click();
  const undo = page.getByRole('dialog', { name: `Count ${serial} again?` });
  await undo.getByRole('textbox', { name: 'Why?' }).fill('The dealer was wrong');
  await undo.getByRole('button', { name: 'Count again' }).click();
  await expect(page.getByText('The product counts again.')).toBeVisible();
  await expect(panel.getByText('Valid', { exact: true })).toBeVisible();
  expect(await balance()).toBe(before);
});
