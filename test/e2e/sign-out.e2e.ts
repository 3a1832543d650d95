import { expect, type Page } from '@playwright/test';
import { demoAccounts } from '#server/demo/accounts.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn, signInThroughForm } from '#test/e2e-fixtures/sign-in.ts';

const [savedSerial, discardedSerial, sentSerial] = plainSerials(3, 200);

test.afterEach(({ club }) => {
  club.proxy.clearFaults();
  club.proxy.isDown = false;
});

async function askToSignOut(page: Page): Promise<void> {
  await goTo(page, '/menu');
  await page.getByRole('button', { name: 'Sign out' }).click();
}

const loginHeadingOf = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Earn points for your work' });

/** Names of an account's databases still in the browser. */
function databasesOf(page: Page, userId: string): Promise<string[]> {
  return page.evaluate(async (id) => {
    const all = await indexedDB.databases();
    return all.flatMap(({ name }) => (name?.includes(id) ? [name] : []));
  }, userId);
}

test('unsent work can be kept for the same person, and no one else sees it (F28, F29)', async ({
  club,
  phone: { page },
}) => {
  if (!savedSerial) throw new Error('There is no serial number left.');
  await signInThroughForm(club, page, 'polishStaff');
  await captureManually(page, savedSerial);
  await askToSignOut(page);

  const sheet = page.getByRole('dialog', { name: 'Not everything has been sent' });
  await expect(sheet.getByText('1 product without a project')).toBeVisible();
  await sheet.getByRole('button', { name: 'Keep it on this phone' }).click();
  await sheet.getByRole('button', { name: 'Keep data and sign out' }).click();
  await expect(loginHeadingOf(page)).toBeVisible();

  await signInThroughForm(club, page, 'czechOwner');
  await goTo(page, '/scan/review');
  await expect(page.getByText('Nothing to review')).toBeVisible();
  await askToSignOut(page);
  const confirmDialog = page.getByRole('dialog', { name: 'Sign out?' });
  await confirmDialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(loginHeadingOf(page)).toBeVisible();
  await expect.poll(() => databasesOf(page, demoAccounts.czechOwner.userId)).toEqual([]);

  await signInThroughForm(club, page, 'polishStaff');
  await goTo(page, '/scan/review');
  await expect(page.getByRole('list', { name: 'Scanned products' })).toContainText(
    savedSerial.code,
  );
});

test('unsent work is discarded only after confirmation, and then completely deleted', async ({
  club,
  phone: { page },
}) => {
  if (!discardedSerial) throw new Error('There is no serial number left.');
  await signIn(club, page, 'polishStaff');
  await captureManually(page, discardedSerial);
  await askToSignOut(page);
  const sheet = page.getByRole('dialog', { name: 'Not everything has been sent' });
  await sheet.getByRole('button', { name: 'Discard it' }).click();
  const discard = sheet.getByRole('button', { name: 'Discard and sign out' });
  await expect(discard).toHaveAccessibleDescription('Tick the box first.');
  await discard.press('Enter');
  await expect(sheet).toBeVisible();
  await sheet
    .getByRole('checkbox', { name: 'I understand that I’ll lose 1 item and its points' })
    .check();
  await discard.click();
  await expect(loginHeadingOf(page)).toBeVisible();
  await expect.poll(() => databasesOf(page, demoAccounts.polishStaff.userId)).toEqual([]);

  await signIn(club, page, 'polishStaff');
  await goTo(page, '/scan/review');
  await expect(page.getByText('Nothing to review')).toBeVisible();
});

test('unsent work can be sent before signing out, as soon as there is a network', async ({
  club,
  phone: { page, context },
}) => {
  if (!sentSerial) throw new Error('There is no serial number left.');
  await signIn(club, page, 'polishStaff');
  await waitUntilInstalled(page);
  await context.setOffline(true);
  await captureManually(page, sentSerial);
  await saveToFirstProject(page);
  await askToSignOut(page);
  const sheet = page.getByRole('dialog', { name: 'Not everything has been sent' });
  await expect(sheet.getByText('1 product not sent yet')).toBeVisible();
  const send = sheet.getByRole('button', { name: 'Send now' });
  await expect(send).toHaveAccessibleDescription('Connect to send it.');

  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Sign out?' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/^Everything has been sent\./)).toBeVisible();
});
