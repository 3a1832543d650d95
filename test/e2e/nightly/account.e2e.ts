import { expect, type Page } from '@playwright/test';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { signIn, signInThroughForm } from '#test/e2e-fixtures/sign-in.ts';

const rootFontSize = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

test('a profile picture is set, is available offline, and is removed', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'decorOwner');
  await waitUntilInstalled(page);
  await goTo(page, '/user/edit');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photo' }).click();
  await (
    await choosing
  ).setFiles({ name: 'me.png', mimeType: 'image/png', buffer: drawDemoPhoto() });
  const picture = page.getByRole('img', { name: 'Your photo' });
  await expect(picture).toBeVisible();
  const owner = await club.as('decorOwner');
  const params = { id: demoAccounts.decorOwner.userId };
  const after = await owner.call(accountCalls.getAvatar, { params });
  expect(after.media_type).toBe('image/jpeg');

  await context.setOffline(true);
  await page.goto(`${club.url}/user`);
  await expect(picture).toBeVisible();
  await context.setOffline(false);
  await page.goto(`${club.url}/user/edit`);
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect(picture).toHaveCount(0);
  expect((await owner.call(calls.getSignedInUser, {})).avatar).toBeNull();
});

test('a device signs out others, and is signed out by another device', async ({
  club,
  phone: { page },
}) => {
  const otherClient = await club.as('decorStaff');
  await signInThroughForm(club, page, 'decorStaff');
  await goTo(page, '/settings/other');
  const devices = page.getByRole('list', { name: 'Signed-in devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').first()).toContainText('This device');
  await expect(devices.getByRole('listitem').first()).toContainText('Chrome on Linux');
  await devices.getByRole('button', { name: /^Sign out/ }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Sign out', exact: true })
    .click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expect(otherClient.call(calls.getSignedInUser, {})).rejects.toMatchObject({ status: 401 });

  const newerClient = await club.as('decorStaff');
  await newerClient.call(calls.endOtherSessions, {});
  await page.reload();
  await expect(page.getByText('You’ve been signed out')).toBeVisible();
});

test('language and font size can be set, for the device and for the account’s messages', async ({
  club,
  phone: { page, context },
}) => {
  const owner = await club.as('ukrainianOwner');
  await signIn(club, page, 'ukrainianOwner');
  await goTo(page, '/settings');
  await page.getByRole('link', { name: /^Font size/ }).click();
  await page.getByRole('radio', { name: 'Large' }).check();
  await expect.poll(() => rootFontSize(page)).toBe('20px');
  await goTo(page, '/settings/language');
  await expect(page.getByRole('radio', { name: /^English/ })).toBeChecked();
  await expect(page.getByText('Our messages are still in Ukrainian')).toBeVisible();
  // A reload would drop the response, and the device would only learn of the change with its next
  // pull.
  const patchFinished = page.waitForEvent(
    'requestfinished',
    (request) => request.method() === 'PATCH',
  );
  await page.getByRole('radio', { name: /^Polski/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Język' })).toBeVisible();
  await patchFinished;
  await expect(page.getByText(/w innym języku/)).toBeHidden();
  expect((await owner.call(calls.getSignedInUser, {})).languages_id).toBe(10);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Język' })).toBeVisible();
  await expect.poll(() => rootFontSize(page)).toBe('20px');
  await context.setOffline(true);
  // Wait until the app knows it is offline; otherwise the language of messages would change too.
  await expect(page.getByText('Offline. Wszystko jest zapisane w telefonie.')).toBeVisible();
  await page.getByRole('radio', { name: /^English/ }).click();
  await expect(page.getByText('Our messages are still in Polish')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Change them to English' }).click();
  await expect.poll(async () => (await owner.call(calls.getSignedInUser, {})).languages_id).toBe(5);
});
