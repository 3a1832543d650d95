import { expect } from '@playwright/test';
import { demoAccounts } from '#server/demo/accounts.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { setInitialLanguage } from '#test/e2e-fixtures/device.ts';
import { sendOperatorCommand } from '#test/e2e-fixtures/operator-command.ts';

/** Returns the path printed by the operator command, on a server that allows impersonation. */
async function impersonationPath(club: Club, email: string): Promise<string> {
  await club.server.stop();
  await club.server.start({ FAKER_TOKENS: '1' });
  return (await sendOperatorCommand(club, ['emulate', email])).trim();
}

test('an operator sees the app as another user, once, with a banner until they sign out', async ({
  club,
  phone: { page },
}) => {
  const { name, surname, email } = demoAccounts.czechOwner;
  await setInitialLanguage(page, 'en');
  const path = await impersonationPath(club, email);
  const banner = page.getByText('You’re viewing the app as someone else');

  await page.goto(club.url + path);
  await expect(page.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible();
  await expect(banner).toBeVisible();
  // The token was removed from the URL, where others could read it.
  await expect(page).toHaveURL(`${club.url}/`);
  await page.goto(`${club.url}/menu`);
  await expect(page.getByRole('main')).toContainText(`${name} ${surname}`);
  await expect(banner).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Earn points for your work' })).toBeVisible();
  await page.goto(club.url + path);
  await expect(page.getByRole('heading', { name: 'Earn points for your work' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
