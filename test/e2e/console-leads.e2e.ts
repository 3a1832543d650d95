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
  await table.getByRole('row').filter({ hasText: 'Kraków' }).getByRole('button').first().click();

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
