import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { certificateCalls } from '#schemas/api/certificate-calls.ts';
import { certificateTags } from '#schemas/certificate.ts';
import type { Transport } from '#sync/http/transport.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { certificateRequest } from '#test/server/certificate-setup.ts';
import { registrationOf } from '#test/server/registration-form.ts';

const list = (page: Page) =>
  page.getByRole('main').getByRole('list', { name: 'Warranty certificates' });
const row = (page: Page, text: string) =>
  list(page).getByRole('listitem').filter({ hasText: text });
const select = (page: Page, name: string) => page.getByRole('combobox', { name });
const search = (page: Page) => page.getByRole('textbox', { name: 'Search by address' });
const button = (page: Page, name: string) => page.getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const unavailableHeading = (page: Page) =>
  page.getByRole('heading', { name: 'This isn’t available to your account' });

/** Applies each filter of the list in turn. The demo's dates are relative to today. */
async function filterList(page: Page, owner: Transport): Promise<void> {
  await expect(row(page, 'Krakowska 101')).toContainText('Rejected');
  const { data } = await owner.call(certificateCalls.listCertificates, { query: {} });
  const days = data.map(({ issued_date }) => issued_date);
  const year = days.map((day) => day.slice(0, 4)).sort()[0] ?? '';
  const daysOfYear = days.filter((day) => day.startsWith(year));
  await select(page, 'Year').selectOption(year);
  await expect(list(page).getByRole('listitem')).toHaveCount(daysOfYear.length);
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
  const emptyMonth = months.find(
    (month) => !daysOfYear.some((day) => day.startsWith(`${year}-${month}`)),
  );
  const label = new Date(`${year}-${emptyMonth}-15`).toLocaleDateString('en', { month: 'long' });
  await select(page, 'Month').selectOption({ label });
  await expect(page.getByRole('heading', { name: 'No certificates found' })).toBeVisible();
  await button(page, 'Show all certificates').click();
  await expect(page.getByText('6 certificates')).toBeVisible();
}

/** Searches for a common word (three matches, then all on request), narrows the search and opens the result. */
async function openFromSearch(page: Page): Promise<void> {
  await search(page).fill('ul');
  await expect(list(page).getByRole('listitem')).toHaveCount(3);
  await button(page, 'Show all 6 certificates').click();
  await expect(list(page).getByRole('listitem')).toHaveCount(6);
  await search(page).fill('krakow zak');
  await row(page, 'Modrzewiowa 7').getByRole('link').click();
  await expect(heading(page, 'ul. Modrzewiowa 7')).toBeVisible();
}

/** Counts certificates sent to a person, from the developer page. */
async function countSentTo(club: Club, address: string): Promise<number> {
  const response = await fetch(`${club.server.url}/dev/mail`);
  return (await response.text()).split(`${address}</td><td>certificate</td>`).length - 1;
}

/** Sends the certificate to another address; errors of the form and the server appear at the field. */
async function sendAgain(club: Club, page: Page): Promise<void> {
  const address = page.getByRole('textbox', { name: 'Email address' });
  const send = () => button(page, 'Send certificate').click();
  await expect(address).toHaveValue('zbigniew.zak@poczta.example');
  for (const invalidAddress of ['', 'zbigniew']) {
    await address.fill(invalidAddress);
    await send();
    const problem = 'Enter an email address, such as name@example.com.';
    await expect(address).toHaveAccessibleDescription(problem);
  }
  await address.fill(' nowy@poczta.example ');
  club.proxy.addFault(certificateCalls.resendCertificate, {
    kind: 'refuse',
    code: 'too_many_requests',
  });
  await send();
  await expect(address).toHaveAccessibleDescription(/^You’ve reached today’s limit\./);
  expect(await countSentTo(club, 'nowy@poczta.example')).toBe(0);
  await send();
  await expect(page.getByText('Certificate sent to nowy@poczta.example')).toBeVisible();
  await expect.poll(() => countSentTo(club, 'nowy@poczta.example')).toBe(1);
}

async function openWithdrawn(page: Page, owner: Transport): Promise<void> {
  const query = { limit: 100 };
  const { data } = await owner.call(certificateCalls.listCertificates, { query });
  const withdrawn = data.find(({ tag }) => tag === certificateTags.rejected);
  if (!withdrawn) throw new Error('The demo has no withdrawn certificate.');
  await goTo(page, `/warranty-certificates/${withdrawn.uuid}`);
  const href = `/support/chat/new?project=${withdrawn.project_uuid}`;
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', href);
  await page.goBack();
  await expect(heading(page, 'ul. Modrzewiowa 7')).toBeVisible();
}

/** Finds a closed project without a certificate. */
async function projectWithoutCertificate(
  owner: Transport,
): Promise<{ uuid: string; street_name: string }> {
  const query = { status: 'closed', has_warranty_certificate: 0, limit: 1 } as const;
  const { data } = await owner.call(calls.listProjects, { query });
  const [project] = data;
  if (!project) throw new Error('Every closed project of the demo has a certificate.');
  return project;
}

test('an owner finds a certificate, opens its document and resends it; offline it is still available', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await page.getByRole('main').getByRole('link', { name: 'Warranty certificates' }).click();
  await expect(page.getByText('6 certificates')).toBeVisible();
  await expect(row(page, 'Żwirki i Wigury 8')).toContainText('Valid');
  await test.step('by year, month and address', async () =>
    filterList(page, await club.as('polishOwner')));
  await openFromSearch(page);

  await test.step('the certificate shows its contents', async () => {
    await expect(page.getByText('The manufacturer is reviewing this certificate')).toBeVisible();
    // Fifteen calendar years; the demo's dates are relative to today.
    const main = page.getByRole('main');
    await expect(main).toContainText(/Valid until/);
    const dates = /Issued ?(\d+ \w+) (\d{4})Valid until ?(\d+ \w+) (\d{4})/;
    const [, day, year, last, end] = dates.exec((await main.textContent()) ?? '') ?? [];
    expect([last, Number(end)]).toEqual([day, Number(year) + 15]);
    await expect(page.getByRole('list', { name: 'Okna dachowe' })).toContainText('1 item');
    await expect(page.getByText('Warranty: 15 years')).toBeVisible();
  });

  await test.step('the document', async () => {
    const downloading = page.waitForEvent('download');
    await button(page, 'Download PDF').click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^([2-9A-Z]{4}-){3}[2-9A-Z]{4}\.pdf$/);
    expect(readFileSync(await file.path(), 'latin1')).toMatch(/^%PDF-/);
  });
  await test.step('resending', () => sendAgain(club, page));

  await test.step('the project links back', async () => {
    await page.getByRole('link', { name: 'View project' }).click();
    await expect(heading(page, 'ul. Modrzewiowa 7')).toBeVisible();
    await page.getByRole('link', { name: 'Warranty certificate', exact: true }).click();
    await expect(button(page, 'Download PDF')).toBeVisible();
  });

  await test.step('a withdrawn certificate links to support about its project', async () =>
    openWithdrawn(page, await club.as('polishOwner')));

  await test.step('offline, the certificate can be found and read, and the screen shows why it can’t be sent', async () => {
    await context.setOffline(true);
    await page.reload();
    await expect(heading(page, 'ul. Modrzewiowa 7')).toBeVisible();
    await expect(page.getByText('You’re offline. Connect to send the certificate.')).toBeVisible();
    await expect(button(page, 'Download PDF')).toHaveAccessibleDescription(/^You’re offline\./);
    await goTo(page, '/warranty-certificates');
    await search(page).fill('олег');
    await expect(page.getByText('1 certificate', { exact: true })).toBeVisible();
    await row(page, 'Źródlana 4').getByRole('link').click();
    await expect(heading(page, 'ul. Źródlana 4')).toBeVisible();
    await context.setOffline(false);
  });
});

test('staff open the list from a closed project, and see a certificate that a colleague issues', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const project = await projectWithoutCertificate(owner);
  await signIn(club, page, 'polishStaff');
  await goTo(page, `/projects/${project.uuid}`);
  const create = page.getByRole('link', { name: 'Issue warranty certificate' });
  await expect(create).toHaveAttribute(
    'href',
    `/warranty-certificates/create?project=${project.uuid}`,
  );
  const body = certificateRequest(project.uuid);
  const issued = await owner.call(calls.createCertificate, { body }, {});
  await page.getByRole('link', { name: 'Warranty certificate', exact: true }).click();
  await expect(heading(page, 'ul. Lipowa 12')).toBeVisible();
  await expect(page.getByText(issued.number)).toBeVisible();
  await expect(page.getByText('Zażółć gęślą jaźń')).toBeVisible();
});

test('a decor company has certificates only in countries that offer them', async ({
  club,
  phone: { page },
}) => {
  const decorOwner = { email: 'ana@decor-pop.example', region: 'RO' } as const;
  const form = registrationOf({
    company: { regions_id: 11, registration_number: 'RO40411223' },
    installer: { email: decorOwner.email, phone: '+40 722 333 444', is_decor_installer: true },
  });
  const staffClient = await club.as('polishStaff');
  await staffClient.call(calls.registerCompany, { body: form });
  await signIn(club, page, decorOwner);
  await goTo(page, '/menu');
  await page.getByRole('link', { name: 'Warranty certificates' }).click();
  await expect(page.getByRole('heading', { name: 'No certificates yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New certificate' })).toBeVisible();

  // In one country certificates aren't available, and in the other only for recommended companies.
  for (const accountKey of ['czechOwner', 'decorOwner'] as const) {
    await signIn(club, page, accountKey);
    await goTo(page, '/menu');
    await expect(page.getByRole('link', { name: 'News' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Warranty certificates' })).toHaveCount(0);
    await goTo(page, '/warranty-certificates');
    await expect(unavailableHeading(page)).toBeVisible();
  }
});
