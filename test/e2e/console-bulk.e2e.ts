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
