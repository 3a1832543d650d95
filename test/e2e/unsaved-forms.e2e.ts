import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { Lead } from '#schemas/lead.ts';
import { SESSION_KEY } from '#sync/http/session-key.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { leadAtStep, leadOnServer } from '#test/e2e-fixtures/leads.ts';
import { checkConnection } from '#test/e2e-fixtures/network.ts';
import type { Phone } from '#test/e2e-fixtures/phone.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';

/** A note that is different in each test, because forms start with their saved values. */
const noteNow = () => `Gate on the left, ring twice. (${test.info().testId})`;
const surnameNow = () => `Unsaved${test.info().testId.replaceAll(/[^a-z]/g, '')}`.slice(0, 30);

interface Form {
  /** Opens the form and fills in a field. */
  readonly fillForm: (page: Page) => Promise<void>;
  /** Expects the field to still contain the text. */
  readonly expectFilled: (page: Page) => Promise<void>;
}

/** Forms whose input is saved only when the person saves it. */
function formsOf(club: Club, lead: Lead): Readonly<Record<string, Form>> {
  return {
    'a product entered by hand': {
      async fillForm(page) {
        await page.goto(`${club.url}/scan/manual`);
        await page.getByRole('textbox', { name: 'First part' }).fill('24AB');
      },
      expectFilled: (page) =>
        expect(page.getByRole('textbox', { name: 'First part' })).toHaveValue('24AB'),
    },
    'a product without a label, with the photo just taken': {
      async fillForm(page) {
        await page.goto(`${club.url}/scan/generic`);
        await takePhoto(page, 'Take photo');
        await expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible();
      },
      expectFilled: (page) => expect(page.getByRole('img', { name: 'Your photo' })).toBeVisible(),
    },
    'the notes of a lead': {
      async fillForm(page) {
        await page.goto(`${club.url}/leads/${lead.uuid}`);
        await page.getByRole('button', { name: /^(Add|Edit) notes$/ }).click();
        await page.getByRole('textbox', { name: 'Notes' }).fill(noteNow());
      },
      expectFilled: (page) =>
        expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue(noteNow()),
    },
    'the profile': {
      async fillForm(page) {
        await page.goto(`${club.url}/user/edit`);
        await page.getByRole('textbox', { name: 'Last name' }).fill(surnameNow());
      },
      expectFilled: (page) =>
        expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue(surnameNow()),
    },
  };
}

/** Fills in each form in its own tab. */
async function fillInAll(club: Club, { page, context }: Phone) {
  await signIn(club, page, 'czechOwner');
  const lead = await leadAtStep(await club.as('czechOwner'), 'interested');
  const forms = formsOf(club, lead);
  const tabs: { name: string; form: Form; tab: Page }[] = [];
  for (const [name, form] of Object.entries(forms)) {
    const tab = tabs.length === 0 ? page : await context.newPage();
    await form.fillForm(tab);
    tabs.push({ name, form, tab });
  }
  const checkAll = async (check: (tab: Page) => Promise<void>) => {
    for (const { name, form, tab } of tabs) {
      await test.step(name, async () => {
        await check(tab);
        await form.expectFilled(tab);
      });
    }
  };
  const tabOf = (formName: string) => {
    const found = tabs.find(({ name }) => name.includes(formName));
    if (!found) throw new Error(`No form is called ${formName}.`);
    return found.tab;
  };
  return { checkAll, tabOf, lead };
}

const expectText = (text: string) => (tab: Page) =>
  expect(tab.getByRole('status').filter({ hasText: text })).toHaveCount(1);

function beginMaintenance({ proxy }: Club): void {
  proxy.decide = ({ path }) =>
    path.startsWith('/api/') ? { kind: 'refuse', code: 'maintenance' } : undefined;
}

function endMaintenance({ proxy }: Club): void {
  proxy.decide = () => undefined;
}

test.afterEach(({ club }) => {
  endMaintenance(club);
  club.proxy.clearFaults();
});

test('F10: a form that is being filled in survives maintenance, and Back works', async ({
  club,
  phone,
}) => {
  const { checkAll, tabOf } = await fillInAll(club, phone);
  const manual = tabOf('by hand');
  await manual.goto(`${club.url}/scan`);
  await manual.getByRole('link', { name: 'Enter manually' }).first().click();
  await manual.getByRole('textbox', { name: 'First part' }).fill('24AB');

  beginMaintenance(club);
  await checkAll(async (tab) => {
    await checkConnection(tab);
    await expect(tab.getByText('Maintenance. Your work will be sent later.')).toHaveCount(1);
  });
  endMaintenance(club);
  await checkAll(async (tab) => {
    await checkConnection(tab);
    await expect(tab.getByText('Maintenance. Your work will be sent later.')).toHaveCount(0);
  });
  await manual.goBack();
  await expect(manual).toHaveURL(`${club.url}/scan`);
});

test('F10: without a form the maintenance page is shown, and afterwards the previous screen', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  await page.getByRole('link', { name: 'Projects' }).first().click();
  await page
    .getByRole('link', { name: /^Dachowa|ul\./ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  const currentUrl = page.url();
  beginMaintenance(club);
  await checkConnection(page);
  await expect(page.getByRole('heading', { name: 'We’ll be back soon' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'We’ll be back soon' })).toBeVisible();
  endMaintenance(club);
  await checkConnection(page);
  await expect(page).toHaveURL(currentUrl);
  await page.goBack();
  await expect(page).toHaveURL(`${club.url}/projects`);
});

test('F09: an expired session keeps open forms, and the same person can continue', async ({
  club,
  phone,
}) => {
  const { checkAll, tabOf, lead } = await fillInAll(club, phone);
  const owner = await club.as('czechOwner');
  await owner.call(calls.endOtherSessions, {});
  await phone.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await checkAll(expectText('You’ve been signed out'));

  const newPage = phone.context.waitForEvent('page');
  await tabOf('profile').getByRole('link', { name: 'Sign in again' }).click();
  const login = await newPage;
  await expect(login.getByRole('heading', { name: 'Earn points for your work' })).toBeVisible();
  await signIn(club, login, 'czechOwner');
  await checkAll((tab) => expect(tab.getByText('You’ve been signed out')).toHaveCount(0));
  const notes = tabOf('notes');
  await notes.getByRole('button', { name: 'Save notes' }).click();
  const readOnServer = async () => (await leadOnServer(owner, lead.uuid)).NotesFromVELUXClub;
  await expect.poll(readOnServer, { timeout: 30_000 }).toBe(noteNow());
  const profile = tabOf('profile');
  await profile.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(profile.getByRole('main')).toContainText(surnameNow());
});

test('F29: if another person signs in, a form isn’t closed, and that person can’t see its content', async ({
  club,
  phone,
}) => {
  const { checkAll, tabOf, lead } = await fillInAll(club, phone);
  const otherSession = (await club.as('polishOwner')).session.state();
  if (otherSession.name !== 'signed_in') throw new Error('The API sign-in failed.');
  const { account, token } = otherSession;
  const secondPage = await phone.context.newPage();
  await secondPage.goto(`${club.url}/health`);
  await secondPage.evaluate(([key, text]) => localStorage.setItem(key, text), [
    SESSION_KEY,
    JSON.stringify({ account: { ...account, emulated: true }, token }),
  ] as const);
  await checkAll(expectText('You’ve been signed out'));

  const profile = tabOf('profile');
  await profile.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(profile.getByRole('textbox', { name: 'Last name' })).toHaveValue(surnameNow());
  const serverUser = await (await club.as('polishOwner')).call(calls.getSignedInUser, {});
  expect(serverUser.surname).not.toBe(surnameNow());
  // The saved draft belongs to the person who wrote it.
  const notes = tabOf('notes');
  await notes.getByRole('button', { name: 'Save notes' }).click();
  await expect(notes.getByText('You’re viewing the app as someone else')).toBeVisible();
  await signIn(club, secondPage, 'czechOwner');
  const owner = await club.as('czechOwner');
  const readOnServer = async () => (await leadOnServer(owner, lead.uuid)).NotesFromVELUXClub;
  await expect.poll(readOnServer, { timeout: 30_000 }).toBe(noteNow());
});
