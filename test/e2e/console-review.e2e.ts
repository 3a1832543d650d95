import { expect } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test('a reviewer decides products by keyboard, and undoes a decision', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Review', exact: true }).click();
  const product = page.getByRole('region', { name: 'Product' });
  const number = product.getByRole('heading', { level: 2 });
  await expect(product).toBeVisible();
  await expect(page.getByRole('img', { name: /^Photo of/ })).toBeVisible();
  const photo = page.getByRole('region', { name: 'Photo' });
  await expect(photo).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  const first = await number.innerText();

  await page.keyboard.press('a');
  await expect(page.getByText('session: accepted 1,')).toBeVisible();
  await expect(number).not.toHaveText(first);
  await page.keyboard.press('u');
  await expect(number).toHaveText(first);
  await expect(page.getByText('session: accepted 0,')).toBeVisible();

  await page.keyboard.press('x');
  await expect(page.getByRole('form', { name: 'Reason for rejecting' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('1');
  await expect(page.getByText('session: accepted 0, rejected 1,')).toBeVisible();
  await expect(number).not.toHaveText(first);
  await page.keyboard.press('u');
  await expect(number).toHaveText(first);

  // The server holds decisions, so that one can be undone after the page was opened again.
  const respondedTo = (method: string) =>
    page.waitForResponse(
      (response) =>
        response.url().endsWith('/review/decisions') && response.request().method() === method,
    );
  const stored = respondedTo('POST');
  await page.keyboard.press('a');
  await stored;
  const held = respondedTo('GET');
  await page.reload();
  await held;
  await expect(number).toBeVisible();
  await page.keyboard.press('u');
  await expect(number).toHaveText(first);

  await page.keyboard.press('s');
  await expect(page.getByText('skipped 1')).toBeVisible();
  await expect(number).not.toHaveText(first);
});
