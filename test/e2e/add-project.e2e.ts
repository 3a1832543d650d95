import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test('an address is found while it is typed, chosen by keyboard alone, and becomes a project', async ({
  phone,
  club,
}) => {
  const { page } = phone;
  await signIn(club, page, 'polishOwner');
  await page.goto(`${club.url}/projects/add`);
  const street = page.getByRole('combobox', { name: 'Street and number' });
  await street.pressSequentially('lipo lodz 12a');
  const place = page.getByRole('option', { name: 'ul. Lipowa 12a 90-001 Łódź' });
  await expect(place).toBeVisible();
  await expect(page.getByRole('option').last()).toHaveAccessibleName(/Use “lipo lodz 12a”/);

  await street.press('ArrowDown');
  await street.press('Enter');
  await expect(street).toHaveValue('ul. Lipowa 12a');
  await expect(page.getByRole('textbox', { name: 'Postal code' })).toHaveValue('90-001');
  await expect(page.getByRole('textbox', { name: /^City/ })).toHaveValue('Łódź');
  await expect(page.getByRole('listbox')).toHaveCount(0);

  await street.press('Enter');
  await expect(page.getByRole('heading', { name: 'ul. Lipowa 12a' })).toBeVisible();
  const owner = await club.as('polishOwner');
  const { data } = await owner.call(calls.searchProjects, {
    query: { address: 'Lipowa 12a 90-001 Łódź' },
  });
  expect(data).toHaveLength(1);
});

test('an address that nobody knows is taken as it was typed', async ({ phone, club }) => {
  const { page } = phone;
  await signIn(club, page, 'polishOwner');
  await page.goto(`${club.url}/projects/add`);
  const street = page.getByRole('combobox', { name: 'Street and number' });
  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(page.getByText('Enter the street, up to 160 characters.')).toBeVisible();
  await expect(street).toBeFocused();
  await street.fill('Nowhe');
  await expect(page.getByRole('listbox')).toHaveText('Nothing found yet. Keep typing.');
  await street.fill('Nowhere RetryQueue 7');
  await page.getByRole('option', { name: 'Use “Nowhere RetryQueue 7”' }).click();
  await expect(street).toHaveValue('Nowhere RetryQueue 7');

  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(page.getByText('Enter the postal code, up to 16 characters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Postal code' }).fill('00-999');
  await page.getByRole('button', { name: 'Add project' }).click();
  await expect(page.getByRole('heading', { name: 'Nowhere RetryQueue 7' })).toBeVisible();
  await expect(page.getByText('00-999')).toBeVisible();
});

test('without a network the form says why it waits, and keeps what was typed', async ({
  phone,
  club,
}) => {
  const { page, context } = phone;
  await signIn(club, page, 'polishOwner');
  await page.goto(`${club.url}/projects/add`);
  const street = page.getByRole('combobox', { name: 'Street and number' });
  await expect(street).toBeVisible();
  await context.setOffline(true);
  const add = page.getByRole('button', { name: 'Add project' });
  await expect(add).toBeDisabled();
  await expect(add).toHaveAccessibleDescription(/You are offline/);
  await street.fill('Polna 5, Warszawa');
  await page.getByRole('option', { name: 'Use “Polna 5, Warszawa”' }).click();
  await page.getByRole('textbox', { name: 'Postal code' }).fill('00-625');

  await context.setOffline(false);
  await expect(add).toBeEnabled();
  await add.click();
  await expect(page.getByRole('heading', { name: 'Polna 5, Warszawa' })).toBeVisible();
});
