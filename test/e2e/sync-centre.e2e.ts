import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { Lead } from '#schemas/lead.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import {
  captureManually,
  enterManually,
  saveToFirstProject,
} from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { chooseByKeys, tabTo } from '#test/e2e-fixtures/keyboard.ts';
import { plainSerials, productScannedBy } from '#test/e2e-fixtures/labels.ts';
import { ledgerOf } from '#test/e2e-fixtures/ledger.ts';
import { leadAtStep, customerName, openLead } from '#test/e2e-fixtures/leads.ts';
import { setAppearance, problemsInEveryAppearance } from '#test/e2e-fixtures/screen-problems.ts';
import { dismissMessages } from '#test/e2e-fixtures/messages.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { addProduct, newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';

const [inClosed, validSerial, withoutProject, correctedSerial, inProjectSerial] = plainSerials(
  5,
  700,
) as [DemoSerial, DemoSerial, DemoSerial, DemoSerial, DemoSerial];
const SYNC_TIMEOUT = { timeout: 60_000 };

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const button = (container: Page | Locator, name: string) => container.getByRole('button', { name });

test('unsent work of every kind is listed with its text; one item is corrected and one discarded (F05)', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const owner = await club.as('polishOwner');
  const usedSerial = await productScannedBy(await club.as('romanianOwner'));
  const toClose = await newProject(owner, 'Zamykana 1');
  await addProduct(owner, toClose.uuid, inClosed);
  await newProject(owner, 'Skanowana 1');
  const ledger = await ledgerOf(owner);
  const [lead, discardedLead] = [
    await leadAtStep(owner, 'interested'),
    await leadAtStep(owner, 'contacted'),
  ];
  await signIn(club, page, 'polishOwner');
  await goTo(page, `/projects/${toClose.uuid}`);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible(SYNC_TIMEOUT);
  await waitUntilInstalled(page);
  club.proxy.isDown = true;

  await test.step('offline, products, a photo, a lead and a closing are saved', () =>
    workOffline(page, { usedSerial, leads: [discardedLead, lead] }));

  await test.step('the sync centre lists each item with its reason', () =>
    expectItemsWithReasons(page, lead));

  await test.step('axe finds no violations in three themes and with the largest font on a narrow phone', async () => {
    expect(await problemsInEveryAppearance(page, 'unsent work')).toEqual([]);
    await setAppearance(page, 'light', '14px');
    await page.setViewportSize(phoneSize);
  });

  await test.step('one item is discarded with the keyboard, after a warning', () =>
    discardByKeys(page));

  await test.step('a change to a lead is discarded before its verdict', () =>
    discardChange(page, discardedLead, lead));

  await test.step('back online, everything is sent except the rejected product', () =>
    sendAndCorrect(club, page, usedSerial));

  await test.step('the header includes the points for the closing', async () => {
    await ledger.expectScreenAgrees(page, 'header');
    const addedProjects = (await ledger.added()).map(({ project_uuid: project }) => project);
    expect(addedProjects).toEqual([toClose.uuid, toClose.uuid]);
  });
});

async function workOffline(
  page: Page,
  { usedSerial, leads }: { usedSerial: DemoSerial; leads: readonly Lead[] },
): Promise<void> {
  await button(page, 'Close project').click();
  await page.getByRole('radio', { name: 'A new house' }).check();
  await button(page, 'Next').click();
  await page.getByRole('checkbox', { name: 'Daylight' }).check();
  await button(page, 'Next').click();
  await button(page, 'Finish').click();
  await expect(page.getByText('Not closed yet')).toBeVisible();

  for (const lead of leads) {
    await openLead(page, lead);
    await page.getByRole('button', { name: /^(Add|Edit) notes$/ }).click();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Wants blinds too.');
    await button(page, 'Save notes').click();
    await expect(page.getByRole('paragraph').getByText('Wants blinds too.')).toBeVisible();
  }

  await captureManually(page, usedSerial);
  await captureManually(page, validSerial);
  await goTo(page, '/scan/generic');
  await takePhoto(page, 'Take photo');
  await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible();
  await chooseByKeys(page, 'Type', validSerial.type);
  await chooseByKeys(page, 'Size', validSerial.size);
  await chooseByKeys(page, 'Variant', validSerial.variant);
  await button(page, 'Add product').click();
  await saveToFirstProject(page);
  await captureManually(page, withoutProject);
}

async function expectItemsWithReasons(page: Page, lead: Lead): Promise<void> {
  await goTo(page, '/scan/offline');
  await expect(region(page, 'Not sent (3)')).toContainText('Waiting for a connection');
  await expect(region(page, 'Not sent (3)').getByRole('img', { name: 'Your photo' })).toBeVisible();
  await expect(region(page, 'Without a project (1)')).toContainText('Needs a project');
  await expect(region(page, 'Leads (2)')).toContainText(customerName(lead));
  await expect(region(page, 'Projects (1)')).toContainText('Zamykana 1');
  await expect(region(page, 'Photos (1)')).toBeVisible();
  await expect(page.getByText(/^Synced /)).toBeVisible();
  await expect(button(page, 'Send now')).toHaveAccessibleDescription('You’re offline.');
  await expect(
    region(page, 'Not sent (3)')
      .getByText(/^Tried /)
      .first(),
  ).toBeVisible(SYNC_TIMEOUT);
}

async function discardByKeys(page: Page): Promise<void> {
  const row = region(page, 'Without a project (1)').getByRole('button', {
    name: withoutProject.code,
  });
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog');
  await tabTo(page, button(sheet, 'Discard'));
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Discard this product?' });
  await expect(question).toContainText('It won’t be sent and won’t earn points.');
  await tabTo(page, button(question, 'Discard'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Discarded')).toBeVisible();
  await expect(page.getByText(withoutProject.code)).toHaveCount(0);
  // The focused row was removed.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

async function discardChange(page: Page, discardedLead: Lead, lead: Lead): Promise<void> {
  await button(region(page, 'Leads (2)'), customerName(discardedLead)).click();
  await button(page.getByRole('dialog'), 'Discard').click();
  const question = page.getByRole('alertdialog', { name: 'Discard your change?' });
  await expect(question).toContainText('If it was already sent, it will reappear.');
  await button(question, 'Discard').click();
  await expect(region(page, 'Leads (1)')).toContainText(customerName(lead));
  await expect(region(page, 'Leads (1)')).not.toContainText(customerName(discardedLead));
}

/** True if the text isn't truncated. Runs in the page. */
function isFullyVisible(element: Element): boolean {
  return element.scrollHeight <= element.clientHeight || element.clientHeight === 0;
}

async function sendAndCorrect(club: Club, page: Page, usedSerial: DemoSerial): Promise<void> {
  club.proxy.isDown = false;
  const refused = region(page, 'To fix (1)');
  const sendNow = button(page, 'Send now');
  // The app sends as soon as it notices the network, perhaps before the tap.
  await expect(async () => {
    if (await sendNow.isEnabled()) await sendNow.click({ timeout: 1_000 });
    await expect(refused).toBeVisible({ timeout: 1_000 });
  }).toPass(SYNC_TIMEOUT);
  await expect(refused).toContainText('This product has been scanned already.', SYNC_TIMEOUT);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await refused.getByText(usedSerial.code).evaluate(isFullyVisible)).toBe(true);
  await page.setViewportSize(phoneSize);
  await expect(region(page, /^(Waiting|Leads|Closings|Photos)/)).toHaveCount(0, SYNC_TIMEOUT);
  await button(refused, usedSerial.code).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('Skanowana 1');
  await sheet.getByRole('link', { name: 'Fix it' }).click();
  await enterManually(page, correctedSerial);
  await button(page, 'Save and send again').click();
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible(
    SYNC_TIMEOUT,
  );
  await expect(page.getByText('Synced just now')).toBeVisible();
}

test('unsent work is saved as a file, survives a cleared phone, and is sent exactly once', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('czechOwner');
  await newProject(owner, 'Souborová 1');
  await signIn(club, page, 'czechOwner');
  await expect(page.getByText('Souborová 1').first()).toBeVisible();
  await waitUntilInstalled(page);
  club.proxy.isDown = true;
  await captureManually(page, inProjectSerial);
  await saveToFirstProject(page);

  await goTo(page, '/scan/offline');
  const downloading = page.waitForEvent('download');
  await button(page, 'Save backup file').click();
  const file = readFileSync(await (await downloading).path());
  await expect(page.getByText('Saved 1 unsent item to a file.')).toBeVisible();

  await goTo(page, '/menu');
  await dismissMessages(page);
  await button(page, 'Sign out').click();
  await button(page, 'Discard it').click();
  await page.getByRole('checkbox', { name: /^I understand that I’ll lose/ }).check();
  await button(page, 'Discard and sign out').click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Earn points for your work' }),
  ).toBeVisible();
  club.proxy.isDown = false;
  await signIn(club, page, 'czechOwner');

  const importBackup = async () => {
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Import backup file').click();
    const backupFile = { name: 'unsent.json', mimeType: 'application/json', buffer: file };
    await (await chooser).setFiles(backupFile);
  };
  await goTo(page, '/scan/offline');
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible();
  await importBackup();
  await expect(page.getByText('1 item imported')).toBeVisible();
  const countSaved = async () => {
    const { data } = await owner.call(calls.listScans, { query: { page: 1, limit: 100 } });
    return data.filter(({ serial_number }) => serial_number === inProjectSerial.code).length;
  };
  await expect.poll(countSaved, SYNC_TIMEOUT).toBe(1);
  await expect(page.getByRole('heading', { name: 'Everything has been sent' })).toBeVisible(
    SYNC_TIMEOUT,
  );
  await importBackup();
  await expect(page.getByText('1 already on this phone or sent')).toBeVisible();
  expect(await countSaved()).toBe(1);

  await button(page, 'Show log').click();
  const log = page.getByRole('region', { name: 'Log', exact: true });
  await expect(log).toContainText('"code": "imported"');
  await expect(log).not.toContainText(inProjectSerial.code);
});
