import { expect } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test('a figure of a report links to its lines in the ledger, whose sum is the same', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.goto('/reports?region=10&period=2026');
  const row = page.getByRole('table', { name: 'Points' }).getByRole('row', { name: /^Earned/ });
  const figure = row.getByRole('link').first();
  const earnedText = (await figure.textContent()) ?? '';
  expect(earnedText).toMatch(/^[1-9][\d,]*$/);
  await figure.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ledger' })).toBeVisible();
  await expect(page.getByText(`Total: ${earnedText}`, { exact: true })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Ledger' }).getByRole('row').nth(1)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto('/ledger?region=10&until=2001-01-01');
  await expect(page.getByText('Total: 0', { exact: true })).toBeVisible();
});
