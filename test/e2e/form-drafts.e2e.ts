import { expect, type Locator, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { checkConnection } from '#test/e2e-fixtures/network.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const RESTORED = 'We restored your unsaved changes.';
const OUTDATED = 'We restored your unsaved changes, but the saved data has changed since.';

interface EditForm {
  readonly path: string;
  readonly field: string;
  readonly text: string;
}

const forms: Readonly<Record<string, EditForm>> = {
  'a new project': { path: '/projects/add', field: 'Name', text: 'Garage roof' },
  'the profile': { path: '/user/edit', field: 'Last name', text: 'Wiśniewska' },
  'the company': { path: '/company/edit', field: 'Company name', text: 'Dachy Nowe' },
  'a new member': { path: '/team/add', field: 'First name', text: 'Zofia' },
};

const fieldOf = (page: Page, { field }: EditForm): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^${field}`) });

/** Hides the page, as a phone does before it closes the page. */
async function hide(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
}

for (const [name, form] of Object.entries(forms)) {
  test(`${name} is restored after the phone has closed the page`, async ({ phone, club }) => {
    await signIn(club, phone.page, 'polishOwner');
    await phone.page.goto(club.url + form.path);
    const before = await fieldOf(phone.page, form).inputValue();
    await fieldOf(phone.page, form).fill(form.text);
    await hide(phone.page);
    const page = await phone.context.newPage();
    await phone.page.close();

    await page.goto(club.url + form.path);
    await expect(page.getByRole('status').filter({ hasText: RESTORED })).toBeVisible();
    await expect(fieldOf(page, form)).toHaveValue(form.text);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await expect(fieldOf(page, form)).toHaveValue(before);
    await expect(page.getByText(RESTORED)).toHaveCount(0);
  });
}

test('changes that the person leaves without saving aren’t restored', async ({
  phone: { page },
  club,
}) => {
  const form = forms['a new project'] as EditForm;
  await signIn(club, page, 'polishOwner');
  await page.goto(club.url + form.path);
  await fieldOf(page, form).fill(form.text);
  await hide(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(`${club.url}/projects`);
  await page.goto(club.url + form.path);
  await expect(fieldOf(page, form)).toHaveValue('');
  await expect(page.getByText(RESTORED)).toHaveCount(0);
});

test('a restored form warns that the saved data has changed since', async ({ phone, club }) => {
  const form = forms['the company'] as EditForm;
  await signIn(club, phone.page, 'czechOwner');
  await phone.page.goto(club.url + form.path);
  await fieldOf(phone.page, form).fill(form.text);
  await hide(phone.page);
  const page = await phone.context.newPage();
  await phone.page.close();
  const owner = await club.as('czechOwner');
  const { company } = await owner.call(calls.getSignedInUser, {});
  const body = { name: 'Střechy Brno' };
  await owner.call(calls.updateCompany, { params: { id: company.uuid }, body });

  const notice = page.getByRole('status').filter({ hasText: OUTDATED });
  await expect(async () => {
    // The form is filled when it opens, with the company data on the device.
    await page.goto(club.url + form.path);
    await expect(notice).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(fieldOf(page, form)).toHaveValue(form.text);
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(fieldOf(page, form)).toHaveValue(body.name);
  await expect(notice).toHaveCount(0);
});

test('after its changes are discarded, the page no longer counts as edited', async ({
  phone,
  club,
}) => {
  const form = forms['a new project'] as EditForm;
  await signIn(club, phone.page, 'polishOwner');
  await phone.page.goto(club.url + form.path);
  await fieldOf(phone.page, form).fill(form.text);
  await hide(phone.page);
  const page = await phone.context.newPage();
  await phone.page.close();
  await page.goto(club.url + form.path);
  await fieldOf(page, form).focus();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  club.proxy.decide = ({ path }) =>
    path.startsWith('/api/') ? { kind: 'refuse', code: 'maintenance' } : undefined;
  await checkConnection(page);
  // If the form counted as edited, it would stay open.
  await expect(page.getByRole('heading', { name: 'We’ll be back soon' })).toBeVisible();
  club.proxy.decide = () => undefined;
});

test('F01: a new project restored in a second tab is saved once, even if both tabs save it', async ({
  phone,
  club,
}) => {
  await signIn(club, phone.page, 'polishOwner');
  await phone.page.goto(`${club.url}/projects/add`);
  const street = 'ul. Dwóch Kart 2';
  await phone.page.getByRole('combobox', { name: 'Street and number' }).fill(street);
  // The open list hides the other fields.
  await phone.page.getByRole('option', { name: `Use “${street}”` }).click();
  await phone.page.getByRole('textbox', { name: 'Postal code' }).fill('30-059');
  await phone.page.getByRole('textbox', { name: /^Name/ }).fill('Garage roof');
  await hide(phone.page);
  const page = await phone.context.newPage();
  await page.goto(`${club.url}/projects/add`);
  await expect(page.getByRole('status').filter({ hasText: RESTORED })).toBeVisible();
  for (const tab of [page, phone.page]) {
    await tab.getByRole('button', { name: 'Create project' }).click();
    await expect(tab).toHaveURL(/\/projects\/[0-9a-f-]{36}/);
  }
  expect(phone.page.url()).toBe(page.url());
  const owner = await club.as('polishOwner');
  await expect(async () => {
    const { data } = await owner.call(calls.listProjects, { query: { limit: 1000 } });
    expect(data.filter(({ street_name }) => street_name === street)).toHaveLength(1);
  }).toPass();
});
