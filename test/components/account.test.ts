import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { calls } from '#schemas/api/calls.ts';
import {
  goTo,
  personOf,
  renderScreen,
  setOnline,
} from '#test/component-fixtures/render-screen.tsx';
import { listBrokenWords } from '#test/e2e-fixtures/broken-words.ts';

const main = page.getByRole('main');
const save = page.getByRole('button', { name: 'Save', exact: true });

test('a profile is edited online: errors appear at their fields, and changes show immediately', async () => {
  const server = await renderScreen('/user');
  server.respond(calls.updateUser, ({ body: { name, email_consent } }) => ({
    ...personOf('polishOwner'),
    name: name ?? '',
    email_consent: email_consent ?? true,
  }));
  await page.getByRole('link', { name: 'Edit profile' }).click();
  const name = page.getByRole('textbox', { name: 'First name' });
  await name.fill('  ');
  await save.click();
  await expect.element(page.getByText('Enter your first name, up to 80 characters.')).toBeVisible();
  await expect.element(name).toHaveFocus();
  await name.fill('Hanna');
  await page.getByRole('checkbox', { name: 'News by email' }).click();

  setOnline(server, false);
  await expect
    .element(page.getByText('You’re offline. Connect to edit your profile.'))
    .toBeVisible();
  await expect.element(save).toHaveAttribute('aria-disabled', 'true');
  setOnline(server, true);
  await expect.element(save).not.toHaveAttribute('aria-disabled', 'true');
  await save.click();

  await expect.element(page.getByRole('heading', { name: 'Your profile' })).toBeVisible();
  await expect.element(main).toMatchTextContent('Hanna Nowak');
  expect(server.bodies(calls.updateUser)).toEqual([{ name: 'Hanna', email_consent: false }]);
});

test('saving a profile doesn’t undo changes that another device made in the meantime', async () => {
  const self = { ...personOf('polishOwner'), email_consent: true };
  const server = await renderScreen('/user/edit', { user: () => self });
  const name = page.getByRole('textbox', { name: 'First name' });
  await expect.element(name).toHaveValue(self.name);
  const avatar = '30000000-0000-4000-8000-000000000001';
  const changedSelf = { ...self, email_consent: false, avatar };
  server.respond(calls.getSignedInUser, changedSelf);
  server.respond(calls.getAvatar, { uuid: avatar, media_type: 'image/jpeg', content: '' });
  server.respond(calls.updateUser, ({ body }) => ({ ...changedSelf, name: body.name ?? '' }));
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(page.getByRole('button', { name: 'Remove photo' })).toBeVisible();

  await name.fill('Hanna');
  await save.click();
  await expect.element(page.getByRole('heading', { name: 'Your profile' })).toBeVisible();
  expect(server.bodies(calls.updateUser)).toEqual([{ name: 'Hanna' }]);
});

test('an edited form can’t be left by mistake through a link, Back, closing the page, or maintenance', async () => {
  const server = await renderScreen('/user', { person: 'ukrainianOwner' });
  const edit = page.getByRole('link', { name: 'Edit profile' });
  await edit.click();
  const surname = page.getByRole('textbox', { name: 'Last name' });
  const before = personOf('ukrainianOwner').surname;
  await expect.element(surname).toHaveValue(before);
  await surname.fill('Unsaved');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Projects' }).click();
  await question.getByRole('button', { name: 'Keep editing' }).last().click();
  await expect.element(question).not.toBeInTheDocument();
  history.back();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  expect(location.pathname).toBe('/user/edit');

  // A browser asks for confirmation before it closes a page that cancels this event.
  const closing = new Event('beforeunload', { cancelable: true });
  dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);

  server.fault = 'maintenance';
  dispatchEvent(new Event('online'));
  await expect.element(page.getByText('Maintenance. Your work will be sent later.')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(surname).toHaveValue('Unsaved');
  server.fault = null;
  dispatchEvent(new Event('online'));
  await expect.element(save).not.toHaveAttribute('aria-disabled', 'true');

  // Once the saved value is restored, there is nothing left to discard.
  await surname.fill(before);
  await page.getByRole('link', { name: 'Back' }).click();
  await edit.click();
  await surname.fill('Unsaved');
  await page.getByRole('link', { name: 'Back' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.element(edit).toBeVisible();
  expect(server.bodies(calls.updateUser)).toEqual([]);
});

test('staff can edit their name but not the email address or the company', async () => {
  const server = await renderScreen('/user/edit', { person: 'polishStaff' });
  server.respond(calls.updateUser, ({ body: { surname } }) => ({
    ...personOf('polishStaff'),
    surname: surname ?? '',
  }));
  await expect
    .element(page.getByRole('textbox', { name: 'Email address' }))
    .toHaveAttribute('readonly');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Zielony');
  await save.click();
  await expect.element(main).toMatchTextContent('Piotr Zielony');
  goTo('/company');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Dachy Nowak' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Edit company' })).not.toBeInTheDocument();
  for (const path of ['/company/edit', '/verify-email']) {
    goTo(path);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(main.getByRole('textbox')).not.toBeInTheDocument();
  }
});

test('a company form follows its country’s rules, and leads can be turned off', async () => {
  const server = await renderScreen('/company', { person: 'czechOwner' });
  const company = { ...personOf('czechOwner').company };
  server.respond(calls.updateCompany, ({ body }) => Object.assign(company, body));
  server.respond(calls.updateCompanyType, ({ body }) => Object.assign(company, body));
  server.respond(calls.updateAvailability, ({ body }) => Object.assign(company, body));
  await expect.element(main).toMatchTextContent('CZ27604411');
  await page.getByRole('link', { name: 'Edit company' }).click();

  const vat = page.getByRole('textbox', { name: 'DIČ' });
  await vat.fill('');
  await page.getByRole('textbox', { name: 'City' }).fill(' ');
  await page.getByRole('radio', { name: 'Sole trader' }).click();
  await save.click();
  await expect.element(page.getByText('This field can’t be empty.')).toHaveLength(2);
  await expect.element(page.getByText('Tick the box to continue.')).toHaveLength(1);
  await vat.fill('CZ 1234');
  await expect.element(page.getByText('This field can’t be empty.')).toHaveLength(1);
  await vat.fill('CZ 276 04 499');
  await page.getByRole('textbox', { name: 'City' }).fill('Olomouc');
  await page.getByRole('checkbox', { name: 'I take part in this club as a business.' }).click();
  await save.click();

  await expect.element(main).toMatchTextContent('602 00 Olomouc');
  await expect.element(main).toMatchTextContent('CZ27604499');
  await expect.element(main).toMatchTextContent('Sole trader');

  const leads = page.getByRole('switch', { name: 'Available for leads' });
  await expect.element(leads).toBeChecked();
  await leads.click();
  await expect.element(leads).not.toBeChecked();
  expect(company).toMatchObject({ availability: 0, company_type: 1, city: 'Olomouc' });

  setOnline(server, false);
  await expect.element(page.getByText('You’re offline. Connect to change this.')).toBeVisible();
  await expect.element(leads).toHaveAttribute('aria-disabled', 'true');
  setOnline(server, true);
  await expect.element(leads).not.toHaveAttribute('aria-disabled', 'true');
});

test.each([
  ['/settings', 'Settings'],
  ['/scan/generic', 'No readable label'],
])(
  'choices and buttons on %s don’t break words on a narrow phone with the largest font',
  async (path, title) => {
    await renderScreen(path, { fontSize: '20px', size: [360, 740] });
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await document.fonts.ready;
    expect(listBrokenWords()).toEqual([]);
  },
);

test.each(['14px', '20px'] as const)(
  'the raised scan button doesn’t cover the end of a screen at %s',
  async (fontSize) => {
    await renderScreen('/settings', { fontSize });
    const last = main.getByRole('button', { name: 'Sign out' });
    (await last.findElement()).focus();
    await userEvent.keyboard('{End}');
    const scan = page.getByRole('navigation').getByRole('link', { name: /^Scan/ });
    // The round button is drawn above its link.
    const space = () =>
      scan.element().getBoundingClientRect().top - last.element().getBoundingClientRect().bottom;
    await expect.poll(space).toBeGreaterThan(32);
  },
);

test('signing out erases the data before the server responds, so that no other tab can save more', async () => {
  const { uuid: userId } = personOf('polishOwner');
  const names = async () => (await indexedDB.databases()).map(({ name = '' }) => name);
  const server = await renderScreen('/settings');
  await expect.poll(async () => (await names()).some((name) => name.includes(userId))).toBe(true);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  server.respond(calls.signOut, () => new Promise(() => undefined));
  await main.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();

  await expect
    .element(page.getByRole('heading', { name: 'Earn points for your work' }))
    .toBeVisible();
  await expect
    .poll(async () => (await names()).filter((name) => name.includes(userId)))
    .toEqual([]);
});
