import { expect, type Page } from '@playwright/test';
import { accountCalls } from '#schemas/api/account-calls.ts';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { drawDemoPhoto } from '#server/demo/demo-photo.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { findBrokenWords } from '#test/e2e-fixtures/broken-words.ts';
import { setDeviceSettings } from '#test/e2e-fixtures/device.ts';
import { goTo, waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { checkConnection } from '#test/e2e-fixtures/network.ts';
import { signIn, signInThroughForm } from '#test/e2e-fixtures/sign-in.ts';

const rootFontSize = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a profile is edited online: errors appear at their fields, and changes show immediately', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/user');
  await page.getByRole('link', { name: 'Edit profile' }).click();
  const name = page.getByRole('textbox', { name: 'First name' });
  await name.fill('  ');
  await save(page).click();
  await expect(page.getByText('Enter your first name, up to 80 characters.')).toBeVisible();
  await expect(name).toBeFocused();
  await name.fill('Hanna');
  await page.getByRole('checkbox', { name: 'News by email' }).uncheck();

  await context.setOffline(true);
  await expect(page.getByText('You’re offline. Connect to edit your profile.')).toBeVisible();
  await expect(save(page)).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(save(page)).not.toHaveAttribute('aria-disabled', 'true');
  await save(page).click();

  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Hanna Nowak');
  const owner = await club.as('polishOwner');
  expect(await owner.call(calls.getSignedInUser, {})).toMatchObject({
    name: 'Hanna',
    surname: 'Nowak',
    email_consent: false,
  });
});

test('an edited form isn’t left by mistake: by a link, Back, closing the page, or maintenance', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'ukrainianOwner');
  await goTo(page, '/user');
  const edit = page.getByRole('link', { name: 'Edit profile' });
  await edit.click();
  const surname = page.getByRole('textbox', { name: 'Last name' });
  const before = await surname.inputValue();
  await surname.fill('Unsaved');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Projects' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect(question).toBeHidden();
  await page.goBack();
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${club.url}/user/edit`);

  const dialogOpened = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await dialogOpened;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  club.proxy.addFault('any', { kind: 'refuse', code: 'maintenance' }, { times: 9_999 });
  await checkConnection(page);
  await expect(page.getByText('Maintenance. Your work will be sent later.')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(surname).toHaveValue('Unsaved');
  club.proxy.clearFaults();
  await checkConnection(page);
  await expect(save(page)).not.toHaveAttribute('aria-disabled', 'true');

  // Back to the saved value: nothing left to discard.
  await surname.fill(before);
  await page.getByRole('link', { name: 'Back' }).click();
  await edit.click();
  await surname.fill('Unsaved');
  await page.getByRole('link', { name: 'Back' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(edit).toBeVisible();
  const owner = await club.as('ukrainianOwner');
  expect((await owner.call(calls.getSignedInUser, {})).surname).toBe(before);
});

test('staff edit their name but not the e-mail address or the company', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishStaff');
  await goTo(page, '/user/edit');
  await expect(page.getByRole('textbox', { name: 'Email address' })).not.toBeEditable();
  await page.getByRole('textbox', { name: 'Last name' }).fill('Zielony');
  await save(page).click();
  await expect(page.getByRole('main')).toContainText('Piotr Zielony');
  await goTo(page, '/company');
  await expect(page.getByRole('heading', { level: 1, name: 'Dachy Nowak' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit company' })).toHaveCount(0);
  for (const path of ['/company/edit', '/verify-email']) {
    await goTo(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  }
});

test('a company form follows its country’s rules, and leads can be turned off', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'czechOwner');
  await goTo(page, '/company');
  await expect(page.getByRole('main')).toContainText('CZ27604411');
  await page.getByRole('link', { name: 'Edit company' }).click();

  const vat = page.getByRole('textbox', { name: 'DIČ' });
  await vat.fill('');
  await page.getByRole('textbox', { name: 'City' }).fill(' ');
  await page.getByRole('radio', { name: 'Sole trader' }).check();
  await save(page).click();
  await expect(page.getByText('This field can’t be empty.')).toHaveCount(2);
  await expect(page.getByText('Tick the box to continue.')).toHaveCount(1);
  await vat.fill('CZ 1234');
  await expect(page.getByText('This field can’t be empty.')).toHaveCount(1);
  await vat.fill('CZ 276 04 499');
  await page.getByRole('textbox', { name: 'City' }).fill('Olomouc');
  await page.getByRole('checkbox', { name: 'I take part in this club as a business.' }).check();
  await save(page).click();

  const main = page.getByRole('main');
  await expect(main).toContainText('602 00 Olomouc');
  await expect(main).toContainText('CZ27604499');
  await expect(main).toContainText('Sole trader');

  const leads = page.getByRole('switch', { name: 'Available for leads' });
  await expect(leads).toBeChecked();
  await leads.click();
  await expect(leads).not.toBeChecked();
  const owner = await club.as('czechOwner');
  const { company } = await owner.call(calls.getSignedInUser, {});
  expect(company).toMatchObject({ availability: 0, company_type: 1, city: 'Olomouc' });

  await context.setOffline(true);
  await expect(page.getByText('You’re offline. Connect to change this.')).toBeVisible();
  await expect(leads).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await expect(leads).not.toHaveAttribute('aria-disabled', 'true');
});

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

test('a device signs out others, and is signed out by another one', async ({
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

test('choices and buttons don’t break words on a narrow phone with the largest font', async ({
  club,
  phone: { page },
}) => {
  await watchChanges(page);
  await signIn(club, page, 'polishOwner');
  await setDeviceSettings(page, { fontSize: '20px' });
  await page.setViewportSize({ width: 360, height: 740 });
  const screens = { '/settings': 'Settings', '/scan/generic': 'No readable label' };
  for (const [path, title] of Object.entries(screens)) {
    await page.goto(club.url + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await waitUntilSettled(page);
    expect(await findBrokenWords(page)).toEqual([]);
  }
});

test('the raised scan button covers nothing at the end of a screen', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const fontSize of ['14px', '20px'] as const) {
    await setDeviceSettings(page, { fontSize });
    await page.goto(`${club.url}/settings`);
    const last = page.getByRole('main').getByRole('button', { name: 'Sign out' });
    await last.focus();
    await page.keyboard.press('End');
    const scan = page.getByRole('navigation').getByRole('link', { name: /^Scan/ });
    await expect(async () => {
      const [end, raised] = [await last.boundingBox(), await scan.boundingBox()];
      // The round button is drawn above its link.
      expect((raised?.y ?? 0) - ((end?.y ?? 0) + (end?.height ?? 0))).toBeGreaterThan(32);
    }).toPass();
  }
});
