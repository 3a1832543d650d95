import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

test('a lot that a company enumerated is listed and released', async ({ site, desk: page }) => {
  const installer = await site.club.as('polishOwner');
  const scans = Array.from({ length: 30 }, (_, index) => ({
    code: `24A88888-${String(index).padStart(4, '0')}`,
  }));
  await installer.call(calls.confirmScans, { body: { scans } });
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Held lots', exact: true }).click();
  const list = page.getByRole('region', { name: 'Held lots' });
  const row = list.getByRole('row', { name: /24A88888-/ });
  await expect(row).toContainText('30 / 30');
  expect(await violations(page)).toEqual([]);
  await row.getByText('24A88888-').click();
  const panel = page.getByRole('dialog', { name: 'Lot 24A88888-' });
  await expect(panel.getByText('30 of 30 numbers that the company looked up')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await panel.getByRole('button', { name: 'Release', exact: true }).click();
  const why = page.getByRole('dialog', { name: /^Release the lot/ });
  await why.getByRole('textbox', { name: 'Why?' }).fill('The pallet was checked');
  await why.getByRole('button', { name: 'Release', exact: true }).click();
  await expect(page.getByText('Lot 24A88888- was released.')).toBeVisible();
  await expect(page.getByText('No lot is held')).toBeVisible();
});
