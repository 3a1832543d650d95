import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { type Club, waitForNewest } from '#test/e2e-fixtures/club.ts';
import { captureManually } from '#test/e2e-fixtures/manual-entry.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { waitUntilInstalled } from '#test/e2e-fixtures/installation.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

const team = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Team' });
const member = (page: Page, name: string) =>
  team(page).getByRole('listitem').filter({ hasText: name });
const addButton = (page: Page) => page.getByRole('button', { name: 'Add member' });
const rejectionAlert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });
const field = (page: Page, name: string) => page.getByRole('textbox', { name });

/** Counts messages of a kind sent to a person, from the developer page. */
async function messagesSentTo(club: Club, to: string, template: string): Promise<number> {
  const response = await fetch(`${club.server.url}/dev/mail`);
  return (await response.text()).split(`${to}</td><td>${template}</td>`).length - 1;
}

/** Signs in by phone number and returns the access token. */
async function signInByCode(club: Club, phone: string): Promise<string> {
  const postJson = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${club.server.url}/api${path}`, init)).json() as Promise<
      Record<string, string>
    >;
  };
  const { user_id: userId, challenge_id } = await postJson(calls.requestSignInCode.path, {
    phone,
    region: 'RO',
  });
  await expect.poll(async () => (await club.codesFor(phone)).length).toBeGreaterThan(0);
  const code = (await club.codesFor(phone)).at(-1);
  return (await postJson(calls.signIn.path, { userId, challenge_id, code }))['token'] ?? '';
}

/** Signs in with a Polish phone number and its code. */
async function signInByPhone(club: Club, page: Page, national: string): Promise<void> {
  const to = `+48${national}`;
  await page.getByRole('combobox').last().selectOption('en');
  const before = (await club.codesFor(to)).length;
  await field(page, 'Phone number').fill(national);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  const code = page.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeVisible();
  await code.fill(await waitForNewest(() => club.codesFor(to), before));
  await expect(page.getByRole('navigation')).toBeVisible();
}

/** Tries every invalid value of a new member: errors of the form, then of the server. */
async function enterInvalid(page: Page): Promise<void> {
  await addButton(page).click();
  await field(page, 'First name').fill('An4');
  await field(page, 'Last name').fill('Lupu');
  await field(page, 'Phone number').fill('12345');
  await addButton(page).click();
  await expect(page.getByText('Enter the first name, without numbers.')).toBeVisible();
  await expect(page.getByText('Enter a phone number from your country.')).toBeVisible();
  await expect(field(page, 'First name')).toBeFocused();
  await field(page, 'First name').fill('Ana');
  await field(page, 'Phone number').fill('722 000 101');
  await addButton(page).click();
  const phone = field(page, 'Phone number');
  await expect(phone).toHaveAccessibleDescription(/Phone number is not unique\. Use another one\./);
  await expect(phone).toBeFocused();
  await expect(page.getByText('Phone number is not unique. Use another one.')).toHaveCount(1);
}

async function removeAfterColleague(club: Club, page: Page): Promise<void> {
  const owner = await club.as('romanianOwner');
  const { data } = await owner.call(calls.listTeamMembers, { query: {} });
  const removedMember = data.find(({ surname }) => surname === 'Nistor');
  await owner.call(calls.deleteTeamMember, { params: { id: removedMember?.uuid ?? '' } });
  await member(page, 'Paul Nistor').getByRole('button').click();
  await page.getByRole('button', { name: 'Resend invitation' }).click();
  const notFoundText = 'We couldn’t find this. It may have been removed.';
  await expect(rejectionAlert(page)).toContainText(notFoundText);
  const messages = page.getByRole('region', { name: 'Messages' });
  await expect(messages.getByText(notFoundText)).toBeVisible();
  await page.getByRole('button', { name: 'Remove from team' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Paul Nistor removed')).toBeVisible();
  await expect(member(page, 'Paul Nistor')).toHaveCount(0);
}

async function fillTeam(club: Club, page: Page): Promise<void> {
  await goTo(page, '/team/add');
  await expect(field(page, 'First name')).toBeVisible();
  const owner = await club.as('romanianOwner');
  for (const last of ['1', '2']) {
    const body = { name: 'Ion', surname: 'Rusu', phone: `72300022${last}` };
    await owner.call(calls.createTeamMember, { body }, { idempotencyKey: randomUUID() });
  }
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const fullMessage =
    'Your team is full. In your country, a team can have 1 owner and 10 installers.';
  await expect(page.getByRole('status').filter({ hasText: fullMessage })).toBeVisible();
  await expect(field(page, 'First name')).toHaveCount(0);
  await expect(addButton(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(fullMessage)).toBeVisible();
  await expect(field(page, 'First name')).toHaveCount(0);
}

test('an owner adds a member, resends the message, reaches the limit, and removes them', async ({
  club,
  phone: { page },
}) => {
  const phone = '+40723000111';
  await signIn(club, page, 'romanianOwner');
  await goTo(page, '/menu');
  await page.getByRole('link', { name: 'Team' }).click();
  await expect(page.getByText('10 people')).toBeVisible();
  await expect(member(page, 'Mihai Ionescu (you)')).toContainText('Company owner');
  await expect(member(page, 'Paul Nistor')).toContainText('Not signed in yet');
  await expect(member(page, 'Andrei Popa')).toContainText(/Last active .*[1-9]\d* projects?/);

  await test.step('errors appear at their fields', () => enterInvalid(page));

  await test.step('the new member is notified, and the team is full', async () => {
    await field(page, 'Phone number').fill('0723 000 111');
    await addButton(page).click();
    await expect(page.getByText('11 people')).toBeVisible();
    await expect.poll(() => messagesSentTo(club, phone, 'team_invitation')).toBe(1);
    const fullMessage =
      'Your team is full. In your country, a team can have 1 owner and 10 installers.';
    await expect(page.getByText(fullMessage)).toBeVisible();
    await expect(addButton(page)).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('the member’s contact links work, and the message is resent', async () => {
    await member(page, 'Ana Lupu').getByRole('button').click();
    const call = page.getByRole('dialog').getByRole('link', { name: /723/ });
    await expect(call.first()).toHaveAttribute('href', `tel:${phone}`);
    await page.getByRole('button', { name: 'Resend invitation' }).click();
    await expect(page.getByText('Invitation resent')).toBeVisible();
    await expect.poll(() => messagesSentTo(club, phone, 'team_invitation')).toBe(2);
  });

  const token = await signInByCode(club, phone);
  const ownUser = () =>
    fetch(`${club.server.url}/api${calls.getSignedInUser.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await ownUser()).status).toBe(200);

  await test.step('editing the member’s number signs the member out', async () => {
    await page.reload();
    await member(page, 'Ana Lupu').getByRole('button').click();
    await page.getByRole('link', { name: 'Edit' }).click();
    await expect(field(page, 'Phone number')).toHaveAccessibleDescription(
      /this person will be signed out/,
    );
    await field(page, 'Phone number').fill('0723 000 112');
    await field(page, 'Last name').fill('Lupescu');
    await field(page, 'Email address').fill('ana@example.com');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(member(page, 'Ana Lupescu')).toBeVisible();
    expect(await club.codesFor('ana@example.com')).toHaveLength(1);
    expect((await ownUser()).status).toBe(401);
    await expect.poll(() => messagesSentTo(club, '+40723000112', 'phone_entered')).toBe(1);
  });

  await test.step('a member who is removed after confirmation is signed out immediately', async () => {
    await member(page, 'Ana Lupescu').getByRole('button').click();
    await page.getByRole('button', { name: 'Remove from team' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove Ana Lupescu from the team?' });
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Ana Lupescu removed')).toBeVisible();
    await expect(member(page, 'Ana Lupescu')).toHaveCount(0);
    await expect(addButton(page)).not.toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('a member whom someone else has removed disappears without an error', () =>
    removeAfterColleague(club, page));

  await test.step('if the team fills up while the form is open, the limit replaces the form', () =>
    fillTeam(club, page));
});

test('a member whose number was changed is signed out with the reason and keeps unsent work (F28)', async ({
  club,
  phone: { page },
}) => {
  const [scannedSerial] = plainSerials(1, 230);
  if (!scannedSerial) throw new Error('There are no serial numbers left.');
  const numbers = ['510700801', '510700802'] as const;
  const owner = await club.as('polishOwner');
  const body = { name: 'Olga', surname: 'Wilk', phone: numbers[0] };
  const { uuid } = await owner.call(calls.createTeamMember, { body });
  await page.goto(club.url);
  await signInByPhone(club, page, numbers[0]);
  await captureManually(page, scannedSerial);
  await goTo(page, '/menu');
  await owner.call(calls.updateUser, { params: { id: uuid }, body: { phone: numbers[1] } });
  const notice = page.getByText('Your company has changed your phone number');
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Your saved work is still on this phone.')).toBeVisible();
  await page.reload();
  await expect(notice).toBeVisible();
  await signInByPhone(club, page, numbers[1]);
  await expect(notice).toHaveCount(0);
  await goTo(page, '/scan/review');
  await expect(page.getByRole('list', { name: 'Scanned products' })).toContainText(
    scannedSerial.code,
  );
  await owner.call(calls.deleteTeamMember, { params: { id: uuid } });
});

test('staff see the team, even offline, and verify an email address that their owner entered', async ({
  club,
  phone: { page, context },
}) => {
  await signIn(club, page, 'polishStaff');
  await waitUntilInstalled(page);
  await goTo(page, '/team');
  await expect(page.getByText('5 people')).toBeVisible();
  await expect(addButton(page)).toHaveCount(0);
  await expect(team(page).getByRole('button')).toHaveCount(0);
  await context.setOffline(true);
  await page.reload();
  await expect(member(page, 'Anna Nowak')).toContainText('Company owner');
  await context.setOffline(false);
  for (const path of ['/team/add', '/team/00000000-0000-4000-8000-000000000000']) {
    await goTo(page, path);
    const notAllowedHeading = page.getByRole('heading', {
      name: 'This isn’t available to your account',
    });
    await expect(notAllowedHeading).toBeVisible();
  }

  const email = 'piotr.nowy@example.com';
  const owner = await club.as('polishOwner');
  const { data } = await owner.call(calls.listTeamMembers, { query: {} });
  const id = data.find(({ surname }) => surname === 'Zieliński')?.uuid ?? '';
  await owner.call(calls.updateUser, { params: { id }, body: { email } });
  // Reload, which fetches the person's own data.
  await page.goto(`${club.url}/user`);
  await expect(page.getByText(`${email} isn’t verified yet`)).toBeVisible();
  await page.getByRole('link', { name: 'Enter the code' }).click();
  await field(page, 'Code').fill(await waitForNewest(() => club.codesFor(email), 0));
  await expect(page.getByRole('heading', { name: 'Email address verified' })).toBeVisible();
  const oldEmail = 'piotr@dachy-nowak.example';
  await expect.poll(() => messagesSentTo(club, oldEmail, 'email_changed')).toBe(1);
});

test('a late response doesn’t bring back a person who left the screen', async ({
  club,
  phone: { page },
}) => {
  const { promise: answerGiven, resolve: answer } = Promise.withResolvers<undefined>();
  await signIn(club, page, 'romanianOwner');
  await goTo(page, '/team');
  await member(page, 'Andrei Popa').getByRole('button').click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.route('**/api/v1/installer/user/*', async (route) => {
    await answerGiven;
    await route.continue();
  });
  await field(page, 'Last name').fill('Popescu');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Leave without saving' }).click();
  const menu = page.getByRole('heading', { level: 1, name: 'Menu' });
  await expect(menu).toBeVisible();
  answer(undefined);
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(menu).toBeVisible();
});
