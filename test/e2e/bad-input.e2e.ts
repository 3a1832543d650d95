import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import {
  ADD_BUTTON,
  captureManually,
  enterManually,
  saveToFirstProject,
} from '#test/e2e-fixtures/manual-entry.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials, productScannedBy } from '#test/e2e-fixtures/labels.ts';
import { dismissMessages } from '#test/e2e-fixtures/messages.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { chooseEmail, signIn } from '#test/e2e-fixtures/sign-in.ts';

const serials = plainSerials(20, 100);
const nextSerial = () => {
  const next = serials.pop();
  if (!next) throw new Error('There are no serial numbers left.');
  return next;
};

/**
 * Saves the product as a colleague on another device.
 * @returns the street of the project
 */
async function saveAsColleague(colleague: Transport, serial: DemoSerial): Promise<string> {
  const streetName = 'Elsewhere 9';
  const body = { streetName, postalCode: '602 00', city: 'Brno' };
  const project = await colleague.call(calls.createProject, { body });
  const { code, type, size, variant } = serial;
  const product = { type, size, variant, serial_number: code, is_unique: true };
  await colleague.call(calls.createScan, { body: { ...product, projects_id: project.uuid } });
  return streetName;
}

test.afterEach(({ club }) => {
  club.proxy.clearFaults();
  club.proxy.isDown = false;
});

test('a product that is already scanned is reported, and can be discarded without the others (F04, F05)', async ({
  club,
  phone: { page },
}) => {
  const usedSerial = await productScannedBy(await club.as('romanianOwner'));
  const valid = nextSerial();
  const ownSerial = nextSerial();
  await signIn(club, page, 'czechOwner');
  await captureManually(page, valid);
  // Offline the app can't look up the product, so the server decides later.
  await waitUntilInstalled(page);
  club.proxy.isDown = true;
  await captureManually(page, usedSerial);
  await captureManually(page, ownSerial);
  const address = await saveAsColleague(await club.as('czechOwner'), ownSerial);
  await saveToFirstProject(page);
  const pendingMessage = page.getByText(/It will be sent when you’re online\./);
  // Hovering keeps a message open.
  await pendingMessage.hover();
  await restoreNetwork(club, page);

  const products = page.getByRole('list', { name: 'Products' });
  const rejectedItem = products.getByRole('listitem').filter({ hasText: usedSerial.code });
  await expect(rejectedItem).toContainText('This product has been scanned already.', {
    timeout: 60_000,
  });
  await expect(pendingMessage).toHaveCount(0);
  await expect(products.getByRole('listitem').filter({ hasText: valid.code })).toContainText(
    /points/,
  );
  await test.step('for a colleague’s product, the message names the colleague and links to the project', async () => {
    await products
      .getByRole('listitem')
      .filter({ hasText: ownSerial.code })
      .getByRole('link')
      .click();
    await expect(page.getByText(/^Jan Dvořák in your company scanned it on /)).toContainText(
      address,
    );
    await page.getByRole('link', { name: 'Open that project' }).click();
    await expect(page.getByRole('heading', { name: address })).toBeVisible();
    await page.goBack();
    await dismissMessages(page);
    await page.getByRole('button', { name: 'Discard this product' }).click();
    await page.getByRole('button', { name: 'Discard product' }).click();
  });
  await page.getByRole('listitem').filter({ hasText: usedSerial.code }).getByRole('button').click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('This product has been scanned already.');
  await expect(sheet.getByText(/in your company/)).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Discard' }).click();
  const question = page.getByRole('alertdialog', { name: 'Discard this product?' });
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
});

test('a wrong code leads back to the address step with the reason, and a new code works', async ({
  club,
  phone: { page },
}) => {
  const { email } = demoAccounts.decorOwner;
  await page.goto(club.url);
  await page.getByRole('combobox', { name: 'Language' }).selectOption('en');
  await chooseEmail(page);
  const address = page.getByRole('textbox', { name: 'Email address' });
  await address.fill('nobody@nowhere.example');
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Installer not found. Check your entry, or register your company.',
  );

  await address.fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeVisible();
  await expect.poll(async () => (await club.codesFor(email)).length).toBeGreaterThan(0);
  const newestCode = (await club.codesFor(email)).at(-1) ?? '';
  await code.fill(newestCode === '00000' ? '00001' : '00000');
  await expect(page.getByRole('alert')).toHaveText(/^This code is wrong\. You have 4 tries left\./);
  await expect(address).toHaveValue(email);
  await page.getByRole('button', { name: 'Enter the code again' }).click();
  await expect(code).toBeFocused();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Enter all 5 digits.')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await signIn(club, page, 'decorOwner');
  await expect(page.getByRole('main').getByRole('region', { name: 'Points' })).toBeVisible();
});

test('an expired token is refreshed silently; an ended session keeps unsent work (F09)', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'decorOwner');
  // Leave the page first: if a pending request got the rejection during the navigation, the app would refresh no token.
  await page.goto('about:blank');
  club.proxy.addFault(calls.getSignedInUser, { kind: 'refuse', code: 'session_expired' });
  const refreshes = club.proxy.requestsOf(calls.refreshSession).length;
  await page.goto(`${club.url}/menu`);
  await expect(page.getByText(demoAccounts.decorOwner.email)).toBeVisible();
  await expect.poll(() => club.proxy.requestsOf(calls.refreshSession).length).toBe(refreshes + 1);
  await expect(page.getByRole('heading', { name: 'Menu' })).toBeVisible();

  const sessionEndedFault = { kind: 'refuse', code: 'refresh_reused' } as const;
  club.proxy.addFault(
    calls.getSignedInUser,
    { kind: 'refuse', code: 'session_expired' },
    { times: 100 },
  );
  club.proxy.addFault(calls.refreshSession, sessionEndedFault, { times: 100 });
  await page.goto(`${club.url}/menu`);
  await expect(page.getByText('You’ve been signed out')).toBeVisible();
  await expect(page.getByText(/Your saved work is still on this phone\./)).toBeVisible();
  club.proxy.clearFaults();
  await signIn(club, page, 'decorOwner');
});

test('a captive portal that responds to calls with a page counts as offline (F11, F12)', async ({
  club,
  phone: { page },
}) => {
  const serial = nextSerial();
  const owner = await club.as('czechOwner');
  await signIn(club, page, 'czechOwner');
  await waitUntilInstalled(page);
  club.proxy.addFault('any', { kind: 'html' }, { times: 10_000 });
  await page.goto(club.url);
  await expect(page.getByText('Offline. Everything is saved on this phone.')).toBeVisible();
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);

  await captureManually(page, serial);
  await saveToFirstProject(page);
  await expect(page.getByText(/sent yet/).first()).toBeVisible();
  club.proxy.clearFaults();
  const query = { page: 1, limit: 20 };
  const isSaved = async () => {
    const { data } = await owner.call(calls.listScans, { query });
    return data.some((scan) => scan.serial_number === serial.code);
  };
  await expect.poll(isSaved, { timeout: 60_000 }).toBe(true);
  await expect(page.getByText(/sent yet/)).toHaveCount(0, { timeout: 30_000 });
});

test('data of a newer build is not reported as missing (F15)', async ({
  club,
  phone: { page },
}) => {
  const inNewerShape = (response: unknown) => {
    const list = response as { data: object[] };
    return { ...list, data: list.data.map((project) => ({ ...project, status: { id: 77 } })) };
  };
  for (const call of [calls.listProjects, calls.listLeads]) {
    club.proxy.addFault(call, { kind: 'rewrite', rewrite: inNewerShape }, { times: 10_000 });
  }
  await signIn(club, page, 'polishOwner');
  const projects = page.getByRole('region', { name: 'Open projects' });
  const incomplete = { name: 'Not everything can be shown' };
  await expect(projects.getByRole('heading', incomplete)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Some of your data needs a newer version of the app')).toBeVisible();
  for (const path of ['/projects', '/leads']) {
    await page.goto(`${club.url}${path}`);
    await expect(page.getByRole('main').getByRole('heading', incomplete)).toBeVisible();
    await expect(page.getByText(/^No open/)).toHaveCount(0);
  }
});

test('full storage is reported, nothing appears as saved, and existing data stays (F21)', async ({
  club,
  persistentPhone: phone,
}) => {
  const [firstSerial, rejectedSerial] = [nextSerial(), nextSerial()];
  await signIn(club, phone.page, 'czechOwner');
  await captureManually(phone.page, firstSerial);

  // Restart the browser, because Chromium caches the available space.
  await phone.kill();
  await phone.start();
  const { page, context } = phone;
  const session = await context.newCDPSession(page);
  const origin = club.url;
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.goto(`${club.url}/scan/manual`);
  await enterManually(page, rejectedSerial);
  await page.getByRole('button', { name: ADD_BUTTON }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This phone is full, so this wasn’t saved. Free up some space and try again.',
  );

  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await page.getByRole('button', { name: ADD_BUTTON }).click();
  const capturedList = page.getByRole('list', { name: 'Scanned products' });
  await expect(capturedList.getByRole('listitem')).toHaveCount(2);
  await expect(capturedList).toContainText(firstSerial.code);
  await expect(capturedList).toContainText(rejectedSerial.code);
});
