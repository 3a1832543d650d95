import { expect, type Page } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test.use({ ownSite: 'console-bulk' });

/** Opens the dialog of an action on the selected rows. */
async function openAction(page: Page, name: string) {
  const selection = page.getByRole('group', { name: 'Selection' });
  await selection.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog');
}

test('companies are verified and flagged, and failed rows are shown', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.goto('/companies');
  const list = page.getByRole('region', { name: 'Companies' });
  await list.getByRole('checkbox', { name: 'Select all shown rows' }).check();
  const dialog = await openAction(page, 'Set a flag');
  await dialog.getByRole('combobox', { name: 'Flag' }).selectOption('Recommended');
  await dialog.getByRole('combobox', { name: 'Value' }).selectOption('Yes');
  await dialog.getByRole('button', { name: 'Set a flag' }).click();
  await expect(dialog.getByText('Say why.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Spring training');
  await dialog.getByRole('button', { name: 'Set a flag' }).click();
  const jobs = page.getByRole('region', { name: 'Bulk actions' });
  await expect(jobs.getByText('Done')).toBeVisible();
  await jobs.getByRole('button', { name: 'Close' }).click();

  await test.step('a verified company fails, with its reason', async () => {
    const verify = await openAction(page, 'Verify');
    await verify.getByRole('textbox', { name: 'Why?' }).fill('Checked');
    await verify.getByRole('button', { name: 'Verify' }).click();
    await jobs.getByRole('button', { name: 'Show failed rows' }).click();
    const failures = page.getByRole('dialog', { name: 'Failed rows' });
    const failure = failures.getByRole('row').nth(1);
    await expect(failure).toContainText('The record’s status doesn’t allow this.');
    await expect(failure.getByRole('link')).toHaveAttribute('href', /^\/companies\//);
    expect(await violations(page)).toEqual([]);
    await failures.getByRole('button', { name: 'Close' }).click();
  });
});

test('prices change by a percentage, and products are hidden', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  await page.goto('/shop');
  const list = page.getByRole('region', { name: 'Shop' });
  await list.getByRole('row').nth(1).getByRole('checkbox').check();
  const prices = await openAction(page, 'Change prices by percent');
  await prices.getByRole('textbox', { name: 'Change in percent' }).fill('0');
  await prices.getByRole('textbox', { name: 'Why?' }).fill('New price list');
  await prices.getByRole('button', { name: 'Change prices by percent' }).click();
  await expect(prices.getByText(/^Enter a whole number/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await prices.getByRole('textbox', { name: 'Change in percent' }).fill('10');
  await prices.getByRole('button', { name: 'Change prices by percent' }).click();
  const jobs = page.getByRole('region', { name: 'Bulk actions' });
  await expect(jobs.getByText('Changing prices')).toBeVisible();
  await expect(jobs.getByText('Done')).toBeVisible();
  await jobs.getByRole('button', { name: 'Close' }).click();
  const visibility = await openAction(page, 'Change visibility');
  await visibility.getByRole('combobox', { name: 'Visible in the shop' }).selectOption('No');
  await visibility.getByRole('textbox', { name: 'Why?' }).fill('Sold out');
  await visibility.getByRole('button', { name: 'Change visibility' }).click();
  await expect(jobs.getByText('Done')).toBeVisible();
});

test('selected chats are assigned and solved', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  await page.goto('/support?view=open');
  const chats = page.getByRole('region', { name: 'Chats' });
  await chats.getByRole('checkbox').first().check();
  const assign = await openAction(page, 'Assign');
  await assign.getByRole('combobox', { name: 'Assign to' }).selectOption('Assign to me');
  await assign.getByRole('textbox', { name: 'Why?' }).fill('My customers');
  expect(await violations(page)).toEqual([]);
  await assign.getByRole('button', { name: 'Assign' }).click();
  const jobs = page.getByRole('region', { name: 'Bulk actions' });
  await expect(jobs.getByText('Done')).toBeVisible();
  await jobs.getByRole('button', { name: 'Close' }).click();
  const solve = await openAction(page, 'Solve');
  await solve.getByRole('textbox', { name: 'Why?' }).fill('Answered by phone');
  await solve.getByRole('button', { name: 'Solve' }).click();
  await expect(jobs.getByText('Done')).toBeVisible();
  await page.getByRole('link', { name: 'Solved', exact: true }).click();
  await expect(chats.getByRole('checkbox').first()).toBeVisible();
});
