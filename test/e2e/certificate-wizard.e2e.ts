import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { projectStatus } from '#schemas/project-status.ts';
import type { Transport } from '#sync/http/transport.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import {
  tryInvalidProducts,
  alert,
  button,
  changeProducts,
  expiration,
  field,
  fillInCustomer,
  product,
  sheet,
  title,
} from '#test/e2e-fixtures/certificate-wizard.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { restoreNetwork } from '#test/e2e-fixtures/network.ts';
import { newProject } from '#test/e2e-fixtures/api-projects.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { gate } from '#test/sync/fault-proxy.ts';
import { certificateRequest } from '#test/server/certificate-setup.ts';
import { registrationOf } from '#test/server/registration-form.ts';

test.afterEach(({ club }) => {
  club.proxy.clearFaults();
  club.proxy.isDown = false;
  club.proxy.keepsAlive = true;
});

const CREATE = '/warranty-certificates/create';
/** Closed projects of the company without a certificate, newest first. */
async function projectsWithoutCertificate(owner: Transport) {
  const query = { status: 'closed', has_warranty_certificate: 0, limit: 100 } as const;
  return (await owner.call(calls.listProjects, { query })).data;
}

async function certificatesOf(owner: Transport) {
  return (await owner.call(calls.listCertificates, { query: { limit: 100 } })).data;
}

async function confirmAndIssue(page: Page): Promise<void> {
  await page.getByRole('checkbox').check();
  await button(page, 'Issue certificate').click();
}

/** Issues the certificate with an unprintable name, then corrects the name. */
async function correctUnprintableName(page: Page): Promise<void> {
  await expect(button(page, 'Issue certificate')).not.toHaveAttribute('aria-disabled', 'true', {
    timeout: 60_000,
  });
  await button(page, 'Issue certificate').click();
  await expect(alert(page)).toContainText('Some characters here can’t be printed');
  await button(page, 'Edit customer details').click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/^Some characters here/);
  await field(page, 'Name').fill('Jan Kowal');
  await expect(field(page, 'Name')).not.toHaveAttribute('aria-invalid', 'true');
  await button(page, 'Next').click();
}

async function reloadAndStepBack(page: Page): Promise<void> {
  await fillInCustomer(page);
  await page.reload();
  await expect(page.getByText('Step 3 of 4: Customer')).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Jan 🦊 Kowal');
  await expect(expiration(page)).toHaveValue('2040-05-04');
  await button(page, 'Back').click();
  await expect(product(page, 'EDW MK06')).toContainText('dark grey');
  await button(page, 'Next').click();
  await button(page, 'Next').click();
}

test('F01: an owner prepares a certificate offline, across a reload, and issues it despite a lost response', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const before = await certificatesOf(owner);
  const project = (await projectsWithoutCertificate(owner)).find(({ street_name }) =>
    street_name.endsWith('12'),
  );
  if (!project) throw new Error('The demo has no such project.');
  await signIn(club, page, 'polishOwner');
  await waitUntilInstalled(page);
  await page.goto(`${club.url}${CREATE}`);

  await test.step('a project is chosen', async () => {
    await expect(page.getByText('Step 1 of 4: Project')).toBeVisible();
    await expect(button(page, 'Next')).toHaveAccessibleDescription('Choose a project first.');
    await page
      .getByRole('radio', { name: /Lipowa 12/ })
      .first()
      .check();
    await button(page, 'Next').click();
    await expect(title(page, 'What does the certificate cover?')).toBeFocused();
    await expect(page.getByText('These products were scanned for the project.')).toBeVisible();
    await expect(page.getByText('8 items in total')).toBeVisible();
  });

  club.proxy.isDown = true;
  await test.step('offline, products are added, changed and removed', async () => {
    await tryInvalidProducts(page);
    await changeProducts(page);
    await button(page, 'Next').click();
  });

  await test.step('typed text survives a reload and a step back', () => reloadAndStepBack(page));

  await test.step('issuing is disabled offline', async () => {
    const issue = button(page, 'Issue certificate');
    await expect(issue).toHaveAccessibleDescription('Tick the box above first.');
    await page.getByRole('checkbox').check();
    await expect(issue).toHaveAccessibleDescription(/^You’re offline\./);
    await expect(page.getByRole('main')).toContainText(/Valid until\s?4\sMay\s2040/);
  });

  club.proxy.keepsAlive = false;
  await restoreNetwork(club, page);
  await test.step('an unprintable name leads to its field', () => correctUnprintableName(page));

  await test.step('a retry after a lost response issues only one certificate', async () => {
    club.proxy.addFault(calls.createCertificate, { kind: 'lose_response' });
    // The certificate must not arrive with a pull before the retry.
    const pullGate = gate();
    club.proxy.addFault(
      calls.listCertificates,
      { kind: 'hold', until: pullGate.until },
      { times: 99 },
    );
    await confirmAndIssue(page);
    await expect(page.getByText('We don’t have confirmation yet')).toBeVisible();
    await page.reload();
    await expect(page.getByText('We don’t have confirmation yet')).toBeVisible();
    await expect(page.getByRole('checkbox')).toBeChecked();
    await button(page, 'Issue certificate').click({ timeout: 30_000 });
    await expect
      .poll(() => club.proxy.requestsOf(calls.createCertificate).at(-1)?.status)
      .toBe(201);
    // The app confirms the certificate only after a pull.
    club.proxy.clearFaults();
    pullGate.open();
    await expect(page.getByText('Certificate issued')).toBeVisible();
    await expect(title(page, 'ul. Lipowa 12b')).toBeVisible();
    const issued = (await certificatesOf(owner)).filter(
      (certificate) => certificate.project_uuid === project.uuid,
    );
    expect(await certificatesOf(owner)).toHaveLength(before.length + 1);
    expect(issued).toMatchObject([
      { customer_name: 'Jan Kowal', expiration_date: '2040-05-04', products_sum: 10 },
    ]);
  });

  await test.step('the project links to the certificate, and the draft is deleted', async () => {
    await goTo(page, `/projects/${project.uuid}`);
    await expect(
      page.getByRole('link', { name: 'Warranty certificate', exact: true }),
    ).toBeVisible();
    await goTo(page, CREATE);
    await expect(page.getByText('Step 1 of 4: Project')).toBeVisible();
    await expect(button(page, 'Start again')).toHaveCount(0);
  });
});

test('a started certificate is replaced only on request, and the wizard reports if a colleague has issued it', async ({
  club,
  phone: { page },
}) => {
  const owner = await club.as('polishOwner');
  const [first, second] = await projectsWithoutCertificate(owner);
  if (!first || !second) throw new Error('The demo has too few projects.');
  await signIn(club, page, 'polishStaff');
  await goTo(page, `/projects/${first.uuid}`);
  await page.getByRole('link', { name: 'Issue warranty certificate' }).click();

  await test.step('started from a project, it opens the second step', async () => {
    await expect(page.getByText('Step 2 of 4: Products')).toBeVisible();
    await button(page, 'Next').click();
    await field(page, 'Note').fill('Fitted in autumn');
  });

  await test.step('another project asks for confirmation', async () => {
    await goTo(page, `/projects/${second.uuid}`);
    await page.getByRole('link', { name: 'Issue warranty certificate' }).click();
    const question = page.getByRole('alertdialog', {
      name: 'You’ve already started a certificate',
    });
    await expect(question).toContainText(first.street_name);
    await question.getByRole('button', { name: 'Continue existing one' }).last().click();
    await expect(field(page, 'Note')).toHaveValue('Fitted in autumn');
  });

  await test.step('the wizard links to the certificate that a colleague has issued in the meantime', async () => {
    await owner.call(calls.createCertificate, { body: certificateRequest(first.uuid) }, {});
    await expect(page.getByText('This project already has a certificate')).toBeVisible({
      timeout: 30_000,
    });
    await page.getByRole('link', { name: 'Open certificate' }).click();
    await expect(title(page, 'ul. Lipowa 12')).toBeVisible();
    await page.goBack();
    await button(page, 'Choose another project').click();
    await expect(button(page, 'Next')).toHaveAccessibleDescription('Choose another project first.');
  });

  await test.step('the certificate can be started again', async () => {
    await button(page, 'Start again').click();
    const question = page.getByRole('alertdialog', { name: 'Start again?' });
    await question.getByRole('button', { name: 'Start again' }).click();
    await expect(button(page, 'Start again')).toHaveCount(0);
    await page.reload();
    await expect(button(page, 'Next')).toHaveAccessibleDescription('Choose a project first.');
  });
});

/** A Romanian decor installer; there every company issues certificates. */
async function decorInRomania(club: Club) {
  const account = { email: 'dana@decor-luca.example', region: 'RO' } as const;
  const body = registrationOf({
    company: { regions_id: 11, registration_number: 'RO40411224' },
    installer: { email: account.email, phone: '+40 722 333 445', is_decor_installer: true },
  });
  await (await club.as('polishStaff')).call(calls.registerCompany, { body });
  const client = await club.as(account);
  const project = await newProject(client, 'Strada Morii 7');
  const closed = { params: { id: project.uuid }, body: { status: projectStatus.closed } };
  await client.call(calls.updateProject, closed);
  return { account, client };
}

test('a decor company enters products manually and corrects discontinued ones', async ({
  club,
  phone: { page },
}) => {
  const { account, client } = await decorInRomania(club);
  await signIn(club, page, account);
  await page.goto(`${club.url}${CREATE}`);
  await page.getByRole('radio', { name: /Strada Morii 7/ }).check();
  await button(page, 'Next').click();
  await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  await expect(button(page, 'Next')).toHaveAccessibleDescription('Add at least one product.');
  await button(page, 'Add product').click();
  await sheet(page).getByRole('combobox').selectOption('blinds');
  await field(page, 'Product').fill('DKL M08');
  await button(page, 'Add').click();
  await button(page, 'Next').click();
  await field(page, 'Email address').fill('dan@posta.example');
  await page.getByRole('combobox', { name: 'Country' }).selectOption('BG');
  await button(page, 'Next').click();
  club.proxy.addFault(calls.createCertificate, { kind: 'refuse', code: 'category_unknown' });
  await confirmAndIssue(page);
  await expect(alert(page)).toContainText(
    'This product type can no longer be added to certificates',
  );
  await button(page, 'Edit products').click();
  await expect(title(page, 'What does the certificate cover?')).toBeFocused();
  await expect(
    page.getByText('This product type can no longer be added to certificates'),
  ).toBeVisible();
  await product(page, 'DKL M08')
    .getByRole('button', { name: /^DKL M08/ })
    .click();
  await sheet(page).getByRole('combobox').selectOption('accessories');
  await button(page, 'Save').click();
  await button(page, 'Next').click();
  await button(page, 'Next').click();
  await confirmAndIssue(page);
  await expect(title(page, 'Strada Morii 7')).toBeVisible({ timeout: 30_000 });
  expect(await certificatesOf(client)).toMatchObject([
    { address_details: { country: 'BG' }, products: [{ category: 'accessories' }] },
  ]);
});
