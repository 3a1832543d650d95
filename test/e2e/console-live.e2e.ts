import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { listStreamCalls } from '#schemas/operator/list-stream.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { addProduct } from '#test/e2e-fixtures/api-projects.ts';

// A separate server, because the test decides all products of a country.
test.use({ ownSite: 'console-live' });

test('the review shows a product as soon as an installer submits it, without a reload', async ({
  site,
  desk: page,
}) => {
  const installer = await site.club.as('czechOwner');
  const address = { streetName: 'Nová 1', postalCode: '110 00', city: 'Praha' };
  const { uuid: project } = await installer.call(calls.createProject, { body: address });
  const [serial] = plainSerials(1);
  if (serial === undefined) throw new Error('The demo has no serial numbers.');
  await addProduct(installer, project, serial, { photo: true });
  await signInOperator(site, page);
  await page.getByRole('combobox', { name: 'Country' }).first().selectOption('Czechia');
  const stream = page.waitForResponse((response) =>
    response.url().endsWith(listStreamCalls.streamChangedLists.path),
  );
  await page.goto('/review');
  expect((await stream).status()).toBe(200);
  const product = page.getByRole('region', { name: 'Product' });
  const number = product.getByRole('heading', { level: 2 });
  const emptyText = page.getByText('Nothing to review');
  await expect(product.or(emptyText)).toBeVisible();
  while (await product.isVisible()) {
    const decidedNumber = await number.innerText();
    await page.keyboard.press('a');
    await expect(number.filter({ hasText: decidedNumber })).toHaveCount(0);
    await expect(product.or(emptyText)).toBeVisible();
  }

  // Without the stream, the empty queue would only refresh after a press of "Look again".
  const body = { uuid: randomUUID(), data: { response: [] } };
  await installer.call(calls.submitProjectSurvey, { params: { id: project }, body });
  await expect(product).toBeVisible();
  await expect(emptyText).toBeHidden();
});

test('a list that changes doesn’t move the focus', async ({ site, desk: page }) => {
  const installer = await site.club.as('czechOwner');
  const address = { streetName: 'Nová 2', postalCode: '110 00', city: 'Praha' };
  const { uuid: project } = await installer.call(calls.createProject, { body: address });
  const serials = plainSerials(4, 1);
  const add = async (index: number) => {
    const serial = serials[index];
    if (serial === undefined) throw new Error('The demo has too few serial numbers.');
    await addProduct(installer, project, serial);
    return serial.code;
  };
  const older = await add(0);
  const second = await add(1);
  await signInOperator(site, page);
  const stream = page.waitForResponse((response) =>
    response.url().endsWith(listStreamCalls.streamChangedLists.path),
  );
  await page.goto('/scanned-products');
  expect((await stream).status()).toBe(200);
  const rows = page.getByRole('table', { name: 'Scanned products' }).getByRole('row');
  const olderRow = rows.filter({ hasText: older });
  await expect(rows.nth(2)).toContainText(older);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(olderRow).toBeFocused();

  const newer = await add(2);
  await expect(rows.nth(1)).toContainText(newer);
  await expect(rows.nth(3)).toContainText(older);
  await expect(olderRow).toBeFocused();

  const field = page.getByRole('textbox', { name: 'Full serial number' });
  await field.click();
  const newest = await add(3);
  await expect(rows.nth(1)).toContainText(newest);
  await expect(field).toBeFocused();

  // Keys move from the row itself, not from its former position.
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('k');
  await expect(rows.filter({ hasText: second })).toBeFocused();
  await page.keyboard.press('j');
  await expect(olderRow).toBeFocused();
});
