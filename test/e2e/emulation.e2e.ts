import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { demoAccounts } from '#server/demo/accounts.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { speakFromStart } from '#test/e2e-fixtures/device.ts';
import { root } from '#test/setup/source-tree.ts';

/** What the operator's program prints for a person, while the server that owns the database rests. */
async function emulationPath(club: Club, email: string): Promise<string> {
  await club.server.stop();
  const settings = { FAKER_TOKENS: '1', DATA_DIR: club.server.dataDirectory };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/emulate.ts', email], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', ...settings },
  });
  await club.server.start(settings);
  return stdout.trim();
}

// An operator works on the server's directory.
test.use({ engine: 'embedded' });

test('an operator sees the app as somebody else, once, and a banner says so until they sign out', async ({
  club,
  phone: { page },
}) => {
  const { name, surname, email } = demoAccounts.czechOwner;
  await speakFromStart(page, 'en');
  const path = await emulationPath(club, email);
  const banner = page.getByText('You see the app as somebody else');

  await page.goto(club.url + path);
  await expect(page.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible();
  await expect(banner).toBeVisible();
  // The token is not left in the address, where others would read it.
  await expect(page).toHaveURL(`${club.url}/`);
  await page.goto(`${club.url}/menu`);
  await expect(page.getByRole('main')).toContainText(`${name} ${surname}`);
  await expect(banner).toBeVisible();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Your work, in points' })).toBeVisible();
  await page.goto(club.url + path);
  await expect(page.getByRole('heading', { name: 'Your work, in points' })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
