import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { Lead } from '#schemas/lead.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Transport } from '#sync/http/transport.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club, SignedIn } from '#test/e2e-fixtures/club.ts';
import { captureManually, saveToProject } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import {
  closeWithSurvey,
  upcomingDay,
  enterAgreement,
  expectContactLink,
  leadAtStep,
  leadOnServer,
  customerName,
  openLead,
} from '#test/e2e-fixtures/leads.ts';
import type { Phone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const [online, offline] = plainSerials(2, 500) as [DemoSerial, DemoSerial];
/** Sending and pulling take longer on a busy machine. */
const SYNC_TIMEOUT = { timeout: 60_000 };

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const statusOf = async (owner: Transport, { uuid }: Lead) =>
  (await leadOnServer(owner, uuid)).status;

test('a lead is handled online, from interest to its closed project', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const lead = await leadAtStep(owner, 'new');
  await signIn(club, page, 'polishOwner');

  await test.step('home shows the lead, and the list contains it among the open leads', async () => {
    const waitingList = page.getByRole('list', { name: 'Needs your attention' });
    await expect(waitingList.getByRole('link', { name: 'New lead' }).first()).toBeVisible();
    await goTo(page, '/leads');
    const open = page.getByRole('list', { name: 'Open' });
    const call = open.getByRole('link', { name: `Call ${customerName(lead)}` }).first();
    await expectContactLink(call, /^tel:\+\d+$/);
    await open
      .getByRole('link', { name: customerName(lead) })
      .filter({ hasText: 'New' })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: customerName(lead) })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  });

  await test.step('the first screen has the contact links', async () => {
    const contactList = page.getByRole('list', { name: `Contact ${customerName(lead)}` });
    await expectContactLink(contactList.getByRole('link', { name: /^Call / }), /^tel:\+\d+$/);
    await expectContactLink(
      contactList.getByRole('link', { name: 'Text', exact: true }),
      /^sms:\+\d+$/,
    );
    await expectContactLink(
      contactList.getByRole('link', { name: 'Email', exact: true }),
      /^mailto:/,
    );
    const interestedBox = await button(page, 'I’m interested').boundingBox();
    const { y = 0, height = 0 } = (await contactList.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(interestedBox?.y ?? 0);
  });

  await test.step('the lead’s steps reach the server', async () => {
    await expect(page.getByText('Step 1 of 4: New')).toBeVisible();
    await button(page, 'I’m interested').click();
    await expect(page.getByText('Step 2 of 4: Interested')).toBeVisible();
    await expect.poll(() => statusOf(owner, lead), SYNC_TIMEOUT).toBe('interested');
    await button(page, /^I’ve contacted /).click();
    await expect(page.getByText('Step 3 of 4: Contacted')).toBeVisible();
    await expect.poll(() => statusOf(owner, lead), SYNC_TIMEOUT).toBe('contacted');
  });

  await test.step('notes are saved', async () => {
    await page.getByRole('button', { name: /^(Add|Edit) notes$/ }).click();
    await page.getByRole('textbox', { name: 'Notes' }).fill('Calls back on Monday.');
    await button(page, 'Save notes').click();
    await expect(page.getByRole('paragraph').getByText('Calls back on Monday.')).toBeVisible();
  });

  await test.step('an incomplete agreement names the missing fields', async () => {
    await button(page, 'Create project').click();
    await expect(page.getByText('Tick at least two.')).toBeVisible();
    await expect(page.getByText(/^Choose a day from today to \d/)).toBeVisible();
    await enterAgreement(page, upcomingDay());
    await button(page, 'Create project').click();
  });

  await closeItsProject(page, owner, lead, online);
});

test('a lead handled offline loses nothing when the app is killed, and its project is closed (F24)', async ({
  club,
  persistentPhone: phone,
}) => {
  const owner = await club.as('polishOwner');
  const lead = await leadAtStep(owner, 'new', { hasNumber: false });
  await signIn(club, phone.page, 'polishOwner');
  await openLead(phone.page, lead);
  await waitUntilInstalled(phone.page);
  await goOffline(club, phone);

  await test.step('interested and contacted are saved on the phone', async () => {
    await button(phone.page, 'I’m interested').click();
    await expect(phone.page.getByText('Step 2 of 4: Interested')).toBeVisible();
    await button(phone.page, /^I’ve contacted /).click();
    await expect(phone.page.getByText('Step 3 of 4: Contacted')).toBeVisible();
    await expect(
      phone.page.getByText('Saved on this phone. It will be sent when you’re online.'),
    ).toBeVisible();
  });

  await test.step('the agreement’s draft survives killing the app', async () => {
    await enterAgreement(phone.page, upcomingDay());
    await phone.page.getByRole('combobox', { name: 'Street and number' }).fill('ul. Nowa 7');
    await expect.poll(() => draftsOn(phone.page, lead)).toContain('ul. Nowa 7');
    await phone.kill();
    await phone.start({ offline: true });
    await phone.page.goto(`${club.url}/leads/${lead.uuid}`);
    await expect(phone.page.getByLabel('Installation date')).toHaveValue(upcomingDay());
    await expect(phone.page.getByRole('checkbox', { name: 'I’ve visited the site' })).toBeChecked();
    await expect(phone.page.getByRole('combobox', { name: 'Street and number' })).toHaveValue(
      'ul. Nowa 7',
    );
  });

  await test.step('the lead’s project exists immediately, and products can be scanned to it', async () => {
    await button(phone.page, 'Create project').click();
    await expect(phone.page.getByRole('heading', { level: 1, name: 'ul. Nowa 7' })).toBeVisible();
    await expect.poll(() => draftsOn(phone.page, lead)).not.toContain('ul. Nowa 7');
    await scanTo(phone.page, 'ul. Nowa 7', offline);
    await goTo(phone.page, '/scan/offline');
    await expect(phone.page.getByRole('region', { name: 'Leads (1)' })).toContainText(
      customerName(lead),
    );
    expect(await statusOf(owner, lead)).toBe('new');
  });

  await test.step('back online, the server has everything', async () => {
    club.proxy.isDown = false;
    await phone.context.setOffline(false);
    await expect.poll(() => statusOf(owner, lead), SYNC_TIMEOUT).toBe('agreed');
    const { project_id, customer_info } = await leadOnServer(owner, lead.uuid);
    expect(customer_info.StreetHouseNumber).toBe('ul. Nowa 7');
    if (project_id === null) throw new Error('The lead has no project.');
    const project = () => owner.call(calls.getProject, { params: { id: project_id } });
    await expect
      .poll(
        async () => (await project()).products.map((product) => product.serial_number),
        SYNC_TIMEOUT,
      )
      .toEqual([offline.code]);
    expect((await project()).status.id).toBe(projectStatus.inProgress);
    await expect(phone.page.getByText('Everything has been sent')).toBeVisible(SYNC_TIMEOUT);
  });

  await test.step('the lead links to its project, which is then closed', async () => {
    await goTo(phone.page, `/leads/${lead.uuid}`);
    await expect(phone.page.getByRole('heading', { level: 1, name: 'ul. Nowa 7' })).toBeVisible();
    await closeWithSurvey(owner, phone.page);
    await expect.poll(() => statusOf(owner, lead), SYNC_TIMEOUT).toBe('closed');
    await goTo(phone.page, '/leads');
    await phone.page.getByText('Completed').click();
    await expect(phone.page.getByRole('list', { name: 'Completed' })).toContainText(
      customerName(lead),
    );
  });
});

test('a new lead can be rejected without a reason, and a lead after its first step only with a reason; both are archived', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const owner = await club.as('czechOwner');
  const newLead = await leadAtStep(owner, 'new');
  const startedLead = await leadAtStep(owner, 'interested');
  await signIn(club, page, 'czechOwner');
  await openLead(page, newLead);
  await waitUntilInstalled(page);

  await test.step('a new lead is rejected after one confirmation', async () => {
    await button(page, 'Reject lead').click();
    await page
      .getByRole('alertdialog', { name: 'Reject this lead?' })
      .getByRole('button', { name: 'Reject lead' })
      .click();
    await expect(page).toHaveURL(`${club.url}/leads/${newLead.uuid}/archive`);
    await expect(page.getByRole('main').getByText('Not interested', { exact: true })).toBeVisible();
    await expect.poll(() => statusOf(owner, newLead), SYNC_TIMEOUT).toBe('not-interested');
  });

  await test.step('a lead after its first step needs at least one reason, even offline', async () => {
    // Reload to remove the previous message, which would cover the button.
    await page.goto(`${club.url}/leads/${startedLead.uuid}`);
    await goOffline(club, phone);
    await button(page, 'Reject lead').click();
    const sheet = page.getByRole('dialog', { name: 'Why are you rejecting this lead?' });
    await sheet.getByRole('button', { name: 'Reject lead' }).click();
    await expect(sheet.getByText('Choose at least one reason.')).toBeVisible();
    await sheet.getByRole('checkbox', { name: 'Too far away' }).check();
    await sheet.getByRole('button', { name: 'Reject lead' }).click();
    await expect(page).toHaveURL(`${club.url}/leads/${startedLead.uuid}/archive`);
    await expect(page.getByRole('main').getByText('Lost', { exact: true })).toBeVisible();
    await expect(page.getByText('Too far away')).toBeVisible();
    await expect(page.getByText('Not sent', { exact: true })).toBeVisible();
  });

  await test.step('both leads are in the archive, and on the server', async () => {
    await goTo(page, '/leads');
    await page.getByRole('radio', { name: /^Other/ }).check({ force: true });
    const other = page.getByRole('list', { name: 'Other' });
    await expect(
      other.getByRole('link', { name: customerName(startedLead) }).first(),
    ).toBeVisible();
    await expect(other.getByRole('link', { name: customerName(newLead) }).first()).toBeVisible();
    club.proxy.isDown = false;
    await phone.context.setOffline(false);
    await expect.poll(() => statusOf(owner, startedLead), SYNC_TIMEOUT).toBe('lost');
    expect((await leadOnServer(owner, startedLead.uuid)).reasons).toEqual(['too_far_away']);
  });
});

async function goOffline(club: Club, phone: Phone): Promise<void> {
  await phone.context.setOffline(true);
  club.proxy.isDown = true;
  await expect(phone.page.getByText('Offline. Everything is saved on this phone.')).toBeVisible();
}

/** Drafts of a lead's agreement on the phone, as text. */
function draftsOn(page: Page, lead: Lead): Promise<string> {
  return page.evaluate(async (id) => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
    const storedTexts: string[] = [];
    for (const name of names) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(name));
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result as unknown[]);
          request.onerror = () => reject(new Error(store));
        });
        const storedRows = rows.map((row) => JSON.stringify(row));
        // The store keeps deleted rows for a while, marked as deleted.
        const undeletedRows = storedRows.filter((row) => !row.includes('"_deleted":"1"'));
        storedTexts.push(...undeletedRows.filter((row) => row.includes(`lead-draft ${id}`)));
      }
      database.close();
    }
    return storedTexts.join('\n');
  }, lead.uuid);
}

async function scanTo(page: Page, street: string, serial: DemoSerial): Promise<void> {
  await captureManually(page, serial);
  await saveToProject(page, street);
  await expect(page.getByRole('list', { name: 'Products' })).toContainText(serial.code);
}

/** Scans a product into an agreed lead's project and closes it, which closes the lead. */
async function closeItsProject(
  page: Page,
  owner: SignedIn,
  lead: Lead,
  serial: DemoSerial,
): Promise<void> {
  const street = lead.customer_info.StreetHouseNumber;
  await expect(page.getByRole('heading', { level: 1, name: street })).toBeVisible();
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible();
  await expect.poll(() => statusOf(owner, lead), SYNC_TIMEOUT).toBe('agreed');
  await scanTo(page, street, serial);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible(SYNC_TIMEOUT);
  await closeWithSurvey(owner, page);
  await expect.poll(() => statusOf(owner, lead), SYNC_TIMEOUT).toBe('closed');
}
