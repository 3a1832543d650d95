import { expect } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

// A second person with a passkey changes what other tests of the same server can do alone.
test.use({ hasOwnSite: true });

test('the checklist says what a country lacks, and leads to where it is set', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  await page.getByRole('link', { name: 'Country', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Country' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Shown country' }).selectOption('Poland');
  await expect(
    page.getByText('Companies can register in Poland and use the whole app.'),
  ).toBeVisible();
  const guide = page.getByRole('listitem').filter({ hasText: 'Product guide' });
  await expect(guide.getByText('Done', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('combobox', { name: 'Shown country' }).selectOption('Lithuania');
  await expect(page.getByText('Companies can register in Lithuania')).toBeVisible();
  const person = page.getByRole('listitem').filter({ hasText: 'Second person' });
  await expect(person.getByText('Missing, recommended')).toBeVisible();
  await person.getByRole('link', { name: 'Open operators' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Operators' })).toBeVisible();
});
