import { expect, type Page } from '@playwright/test';

/** Checks a new company's first steps on home; creating a project completes one, even offline. */
export async function takeFirstSteps(page: Page, home: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1, name: 'Pekařská 3' });
  await page.goto(home);
  const steps = page.getByRole('list', { name: 'Get started' });
  await expect(steps.getByRole('listitem').first()).toContainText('Done: Company registered');
  await expect(steps.getByRole('link')).toHaveText([
    /^Scan your first window/,
    /^New project/,
    /^Close the project/,
  ]);
  await expect(page.getByText('1 of 4')).toBeVisible();
  await expect(page.getByText('Products this year')).toHaveCount(0);
  await steps.getByRole('link', { name: 'New project' }).click();
  await page.getByRole('combobox', { name: 'Street and number' }).fill('Pekařská 3');
  await page.getByRole('option', { name: 'Use “Pekařská 3”' }).click();
  await page.getByRole('textbox', { name: 'Postal code' }).fill('602 00');
  await page.getByRole('button', { name: 'Create project' }).click();
  await expect(heading).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(steps.getByText('Done: New project')).toBeVisible();
  await expect(page.getByText('2 of 4')).toBeVisible();
  await steps.getByRole('link', { name: 'Close the project' }).click();
  await expect(heading).toBeVisible();
  await page.context().setOffline(false);
}
