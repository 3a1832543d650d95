import { expect } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test('column widths and selected rows are in the URL, and are restored from it', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.goto('/orders?region=10');
  const table = page.getByRole('table', { name: 'Orders' });
  const width = page.getByRole('separator', { name: 'Width of Order' });
  const before = Number(await width.getAttribute('aria-valuenow'));
  await width.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(width).toHaveAttribute('aria-valuenow', String(before + 32));
  await expect(width).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`widths=[a-z_]+%3A${before + 32}`));

  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('j');
  await page.keyboard.press('Space');
  const selection = page.getByRole('group', { name: 'Selection' });
  await expect(selection).toContainText('2 rows selected');
  await expect(page).toHaveURL(/selected=[0-9a-f-]+%2C[0-9a-f-]+/);
  // Changing the URL doesn't move the focus.
  await expect(table.getByRole('row').nth(2)).toBeFocused();

  await page.reload();
  await expect(selection).toContainText('2 rows selected');
  await expect(width).toHaveAttribute('aria-valuenow', String(before + 32));
  await table.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(table).toBeHidden();
  await page.goBack();
  await expect(selection).toContainText('2 rows selected');
  await selection.getByRole('button', { name: 'Clear' }).click();
  await expect(page).not.toHaveURL(/selected=/);
  await table.getByRole('row').nth(1).focus();
  await page.keyboard.press('Space');
  await expect(page).toHaveURL(/selected=/);
  // Rows stay selected in another view.
  await page.getByRole('link', { name: 'Open', exact: true }).click();
  await expect(page).toHaveURL(/state=open/);
  await expect(page).toHaveURL(/selected=/);
  await expect(page).toHaveURL(/widths=/);
});

test('the audit is searched by a person', async ({ site, desk: page }) => {
  await signInOperator(site, page);
  await page.goto('/people?search=nowak');
  await page.getByRole('table', { name: 'People' }).getByRole('link').first().click();
  const name = await page.getByRole('heading', { level: 1 }).innerText();
  await page.getByRole('button', { name: 'Show contact data' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Asked by phone');
  await dialog.getByRole('button').last().click();
  await expect(dialog).toBeHidden();
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await page.getByRole('button', { name: 'Person', exact: true }).click();
  await page.getByRole('textbox', { name: 'Person, company or town' }).fill(name);
  await page
    .getByRole('list', { name: 'Found' })
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click();
  await expect(page.getByRole('button', { name: `Person: ${name}` })).toBeVisible();
  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Asked by phone');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove the filter Person' }).click();
  await expect(page).not.toHaveURL(/person=/);
});
