import { expect, type Page } from '@playwright/test';

/** Home of a new company: its three steps, of which the second is taken, and seen to be without a network. */
export async function takeFirstSteps(page: Page, home: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: 'Pekařská 3' });
  await page.goto(home);
  const steps = page.getByRole('list', { name: 'Three steps to your first points' });
  await expect(steps.getByRole('link')).toHaveText([
    '1Scan a label',
    '2Choose an address',
    '3Close the project',
  ]);
  await expect(page.getByText('Scans this year')).toHaveCount(0);
  await steps.getByRole('link', { name: 'Choose an address' }).click();
  await page.getByRole('combobox', { name: 'Street and number' }).fill('Pekařská 3');
  await page.getByRole('option', { name: 'Use “Pekařská 3”' }).click();
  await page.getByRole('textbox', { name: 'Postal code' }).fill('602 00');
  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(heading).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(steps.getByRole('link', { name: 'Done: Choose an address' })).toBeVisible();
  await steps.getByRole('link', { name: 'Close the project' }).click();
  await expect(heading).toBeVisible();
  await page.context().setOffline(false);
}
