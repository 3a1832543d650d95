import { expect, type Page } from '@playwright/test';
import type { Lead } from '#schemas/lead.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test as base } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { captureManually, saveToProject } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import {
  upcomingDay,
  enterAgreement,
  leadAtStep,
  leadOnServer,
  customerName,
  openLead,
  expireLead,
} from '#test/e2e-fixtures/leads.ts';
import type { Phone } from '#test/e2e-fixtures/phone.ts';
import { watchForProblems } from '#test/e2e-fixtures/problems.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const SYNC_TIMEOUT = { timeout: 60_000 };
const anna = `${demoAccounts.polishOwner.name} ${demoAccounts.polishOwner.surname}`;
const [serial] = plainSerials(1, 520) as [DemoSerial];

/** Adds a colleague's phone. */
const test = base.extend<{ piotr: Phone }>({
  piotr: async ({ browser }, provide) => {
    const context = await browser.newContext();
    const problems: string[] = [];
    watchForProblems(context, problems);
    await provide({ context, page: await context.newPage(), problems });
    await context.close();
    expect(problems).toEqual([]);
  },
});

test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const overtakenNotice = (page: Page) => page.getByText('Someone else changed this first');

test('if a lead expires on the server while it is answered offline, the reason is shown (F05)', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  const lead = await leadAtStep(await club.as('czechOwner'), 'new');
  await signIn(club, page, 'czechOwner');
  await openLead(page, lead);
  await waitUntilInstalled(page);
  await phone.context.setOffline(true);
  await button(page, 'I’m interested').click();
  await expect(page.getByText('Step 2 of 4: Interested')).toBeVisible();

  await expireLead(club, lead);
  await phone.context.setOffline(false);

  await expect(overtakenNotice(page)).toBeVisible(SYNC_TIMEOUT);
  await expect(page).toHaveURL(`${club.url}/leads/${lead.uuid}/archive`);
  await expect(
    page.getByText(/^The next step wasn’t taken in time, so the lead expired on /).first(),
  ).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: 'Interested' })).toBeVisible();
  // Changes to an expired lead can't be applied again.
  await expect(button(page, 'Use my change')).toHaveCount(0);

  await goTo(page, '/scan/offline');
  const unsent = page.getByRole('region', { name: 'Leads (1)' });
  await expect(unsent.getByText(/someone moved it/)).toBeVisible();
  await unsent.getByRole('button', { name: customerName(lead) }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Compare and decide' }).click();
  await button(page, 'Keep the current version').click();
  await expect(overtakenNotice(page)).toHaveCount(0);
  await goTo(page, '/scan/offline');
  await expect(page.getByText('Everything has been sent')).toBeVisible();
});

/** Opens the lead on both phones, and takes both offline. */
async function openOnBoth(
  club: Club,
  [phone, piotr]: readonly [Phone, Phone],
  lead: Lead,
): Promise<void> {
  for (const [one, name] of [
    [phone, 'polishOwner'],
    [piotr, 'polishStaff'],
  ] as const) {
    await signIn(club, one.page, name);
    await openLead(one.page, lead);
    await waitUntilInstalled(one.page);
    await one.context.setOffline(true);
  }
}

test('the second person who answers a lead sees who answered first, when and how', async ({
  club,
  phone,
  piotr,
}) => {
  const owner = await club.as('polishOwner');
  const lead = await leadAtStep(owner, 'new');
  await openOnBoth(club, [phone, piotr], lead);
  await button(phone.page, 'I’m interested').click();
  await expect(phone.page.getByText('Step 2 of 4: Interested')).toBeVisible();
  await button(piotr.page, 'Reject lead').click();
  await piotr.page
    .getByRole('alertdialog', { name: 'Reject this lead?' })
    .getByRole('button', { name: 'Reject lead' })
    .click();
  await expect(piotr.page).toHaveURL(/\/archive$/);

  await phone.context.setOffline(false);
  await expect
    .poll(async () => (await leadOnServer(owner, lead.uuid)).status, SYNC_TIMEOUT)
    .toBe('interested');
  await piotr.context.setOffline(false);

  await expect(overtakenNotice(piotr.page)).toBeVisible(SYNC_TIMEOUT);
  const explanation = new RegExp(`^${anna} moved it to “Interested” on \\d+\\s\\w+\\s\\d{4}`);
  await expect(piotr.page.getByText(explanation)).toBeVisible();
  await expect(
    piotr.page.getByRole('definition').filter({ hasText: 'Not interested' }),
  ).toBeVisible();
  await expect(button(piotr.page, 'Use my change')).toHaveCount(0);
  await button(piotr.page, 'Keep the current version').click();
  await expect(piotr.page.getByText('Step 2 of 4: Interested')).toBeVisible();
  await expect(button(piotr.page, /^I’ve contacted /)).toBeVisible();
  expect((await leadOnServer(owner, lead.uuid)).status).toBe('interested');
});

test('of two notes written offline, the second is kept beside the first and can be applied again', async ({
  club,
  phone,
  piotr,
}) => {
  const owner = await club.as('polishOwner');
  const lead = await leadAtStep(owner, 'interested');
  await openOnBoth(club, [phone, piotr], lead);
  const writeNotes = async ({ page }: Phone, notes: string) => {
    await page.getByRole('button', { name: /^(Add|Edit) notes$/ }).click();
    await page.getByRole('textbox', { name: 'Notes' }).fill(notes);
    await button(page, 'Save notes').click();
    await expect(page.getByRole('paragraph').getByText(notes)).toBeVisible();
  };
  await writeNotes(phone, 'Wants blinds too.');
  await writeNotes(piotr, 'Has a narrow staircase.');
  const notes = async () => (await leadOnServer(owner, lead.uuid)).NotesFromVELUXClub;

  await phone.context.setOffline(false);
  await expect.poll(notes, SYNC_TIMEOUT).toBe('Wants blinds too.');
  await piotr.context.setOffline(false);
  await expect(overtakenNotice(piotr.page)).toBeVisible(SYNC_TIMEOUT);
  const definitions = piotr.page.getByRole('definition');
  await expect(definitions.filter({ hasText: 'Wants blinds too.' })).toBeVisible();
  await expect(definitions.filter({ hasText: 'Has a narrow staircase.' })).toBeVisible();
  expect(await notes()).toBe('Wants blinds too.');

  await button(piotr.page, 'Use my change').click();
  await expect.poll(notes, SYNC_TIMEOUT).toBe('Has a narrow staircase.');
  await expect(overtakenNotice(piotr.page)).toHaveCount(0);
});

test('of two agreements made offline, one is kept, and the other’s scans move to its project', async ({
  club,
  phone,
  piotr,
}) => {
  const owner = await club.as('polishOwner');
  const lead = await leadAtStep(owner, 'contacted');
  const street = lead.customer_info.StreetHouseNumber;
  await openOnBoth(club, [phone, piotr], lead);
  for (const { page } of [phone, piotr]) {
    await enterAgreement(page, upcomingDay());
    await button(page, 'Create project').click();
    await expect(page.getByRole('heading', { level: 1, name: street })).toBeVisible();
  }
  await captureManually(piotr.page, serial);
  await saveToProject(piotr.page, street);

  await phone.context.setOffline(false);
  const currentLead = () => leadOnServer(owner, lead.uuid);
  await expect.poll(async () => (await currentLead()).status, SYNC_TIMEOUT).toBe('agreed');
  await piotr.context.setOffline(false);
  // The colleague's phone still shows the project that it created.
  await expect(piotr.page.getByText('A change to the lead wasn’t accepted')).toBeVisible(
    SYNC_TIMEOUT,
  );
  await piotr.page.getByRole('link', { name: 'See why' }).click();
  await expect(overtakenNotice(piotr.page)).toBeVisible();
  await button(piotr.page, 'Keep the current version').click();
  await expect(piotr.page.getByText('The products you scanned go into its project.')).toBeVisible();

  const { project_id } = await currentLead();
  await expect(piotr.page).toHaveURL(`${club.url}/projects/${project_id}`);
  const products = piotr.page.getByRole('list', { name: 'Products' });
  await expect(products).toContainText(serial.code);
  await expect(products.getByText('Valid', { exact: true })).toBeVisible(SYNC_TIMEOUT);
});
