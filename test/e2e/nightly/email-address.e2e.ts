import { expect, type Page } from '@playwright/test';
import type { EmailVerification } from '#schemas/api/account-calls.ts';
import { calls } from '#schemas/api/calls.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitForNewest } from '#test/e2e-fixtures/club.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { chooseEmail, signIn, signInThroughForm } from '#test/e2e-fixtures/sign-in.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const addressField = (page: Page) => page.getByRole('textbox', { name: 'Email address' });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });

/** Requests another address on the screen. */
async function requestAddress(page: Page, email: string): Promise<void> {
  await goTo(page, '/user/edit');
  await addressField(page).fill(email);
  await button(page, 'Save').click();
}

/** Reloads the page as if a minute had passed since the message was sent. */
async function waitOneMinute(page: Page): Promise<void> {
  await page.route(`**/api${calls.getEmailVerification.path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    const state = (await response.json()) as EmailVerification;
    const sent_at = new Date(Date.parse(state.sent_at ?? '') - 60_000).toISOString();
    return route.fulfill({ response, json: { ...state, sent_at } });
  });
  await page.reload();
}

test('a new email address takes effect only with its code', async ({ club, phone: { page } }) => {
  const newAddress = 'mihai.nou@acoperis-ionescu.example';
  const { email: formerEmail } = demoAccounts.romanianOwner;
  const owner = await club.as('romanianOwner');
  await signIn(club, page, 'romanianOwner');
  await requestAddress(page, 'mihai@');
  await expect(page.getByText('Enter an email address, such as name@example.com.')).toBeVisible();
  await addressField(page).fill(demoAccounts.polishStaff.email);
  await button(page, 'Save').click();
  await expect(
    page.getByText('The email has already been taken. Use another one.').first(),
  ).toBeVisible();
  await expect(addressField(page)).toHaveAttribute('aria-invalid', 'true');
  await addressField(page).fill(newAddress);
  await button(page, 'Save').click();

  await expect(page.getByRole('heading', { name: 'Your new email address' })).toBeVisible();
  await expect(
    page.getByText(`Until you enter it, we’ll keep using ${formerEmail}.`),
  ).toBeVisible();
  const newestCode = await waitForNewest(() => club.codesFor(newAddress), 0);
  await codeField(page).fill(newestCode === '00000' ? '00001' : '00000');
  await expect(page.getByText('This code is wrong. You have 4 tries left.')).toBeVisible();
  expect((await owner.call(calls.getSignedInUser, {})).email).toBe(formerEmail);

  // After a minute a new code can be requested, which invalidates the first.
  await expect(page.getByText(/You can request a new one in \d+ s/)).toBeVisible();
  await waitOneMinute(page);
  await button(page, 'Send a new code').click();
  await expect(codeField(page)).toBeFocused();
  const second = await waitForNewest(() => club.codesFor(newAddress), 1);
  await codeField(page).fill(second);
  await expect(page.getByRole('heading', { name: 'Email address verified' })).toBeVisible();
  await goTo(page, '/user');
  await expect(page.getByRole('main')).toContainText(newAddress);
  await expect(page.getByRole('main')).toContainText('Verified');
});

test('a pending email address is shown, and the change can be cancelled', async ({
  club,
  phone: { page, context },
}) => {
  const newAddress = 'olena.nova@example.com';
  await signIn(club, page, 'ukrainianOwner');
  await requestAddress(page, newAddress);
  await expect(codeField(page)).toBeVisible();
  await goTo(page, '/user');
  await expect(page.getByText(`${newAddress} isn’t verified yet`)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Enter the code' }).click();
  await expect(button(page, 'Cancel change')).toBeVisible();
  await context.setOffline(true);
  await expect(button(page, 'Cancel change')).toHaveAttribute('aria-disabled', 'true');
  await context.setOffline(false);
  await button(page, 'Cancel change').click();
  await expect(page.getByText('Your email address hasn’t changed.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(demoAccounts.ukrainianOwner.email);
  await expect(page.getByText(`${newAddress} isn’t verified yet`)).toBeHidden();
});

test('an address that someone else has changed is restored, and everyone is signed out', async ({
  club,
  phone: { page },
}) => {
  const { email, userId } = demoAccounts.czechOwner;
  const thief = await club.as('czechOwner');
  const newEmail = 'thief@example.org';
  await thief.call(calls.updateUser, { params: { id: userId }, body: { email: newEmail } });
  const emailCode = await waitForNewest(() => club.codesFor(newEmail), 0);
  const sentBefore = (await club.codesFor(email)).length;
  await thief.call(calls.verifyEmail, { body: { code: emailCode } });
  const newestCode = await waitForNewest(() => club.codesFor(email), sentBefore);

  await page.goto(club.url);
  await page.getByRole('combobox').last().selectOption('en');
  await chooseEmail(page);
  await page.getByRole('link', { name: 'Someone changed my email address' }).click();
  const field = page.getByRole('textbox', { name: 'Code from the message' });
  await field.fill('123');
  await button(page, 'Restore email address').click();
  await expect(page.getByText('Enter all 20 digits.')).toBeVisible();
  await field.fill('0'.repeat(20));
  await button(page, 'Restore email address').click();
  await expect(
    page.getByText('This code is wrong, expired or already used. Check it, or contact support.'),
  ).toBeVisible();
  // Enter the code in groups, as in the message.
  await field.fill(newestCode.replace(/(\d{5})(?=\d)/g, '$1 '));
  await button(page, 'Restore email address').click();
  await expect(page.getByRole('heading', { name: 'Email address restored' })).toBeVisible();
  await expect(thief.call(calls.getSignedInUser, {})).rejects.toMatchObject({ status: 401 });
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await signInThroughForm(club, page, 'czechOwner');
});

test('after wrong guesses, the person signs in with a code of ten digits', async ({
  club,
  phone: { page },
}) => {
  const { email, region } = demoAccounts.polishOwner;
  const attacker = await club.as('polishStaff');
  for (let round = 0; round < 2; round += 1) {
    const before = (await club.codesFor(email)).length;
    const challenge = await attacker.call(calls.requestSignInCode, { body: { email, region } });
    const correctCode = await waitForNewest(() => club.codesFor(email), before);
    const code = correctCode === '00000' ? '00001' : '00000';
    const body = { userId: challenge.user_id, challenge_id: challenge.challenge_id, code };
    for (let index = 0; index < 5; index += 1) {
      await expect(attacker.call(calls.signIn, { body })).rejects.toMatchObject({
        code: 'invalid_code',
      });
    }
  }
  await signInThroughForm(club, page, 'polishOwner');
  expect((await club.codesFor(email)).at(-1)).toHaveLength(10);
  // The device is recognised later, even if others request codes in the meantime.
  const cookies = await page.context().cookies(`${club.url}/api${calls.requestSignInCode.path}`);
  expect(cookies).toMatchObject([{ name: 'club_device', httpOnly: true, sameSite: 'Strict' }]);
});

test('sign-in also works on a server that hides who is registered', async ({
  club,
  phone: { page },
}) => {
  const settings = { HIDE_UNKNOWN_INSTALLERS: '1', RATE_LIMIT_FACTOR: '1000' };
  await club.server.stop();
  await club.server.start(settings);
  await signInThroughForm(club, page, 'decorOwner');
  const { name, surname } = demoAccounts.decorOwner;
  await goTo(page, '/user');
  await expect(page.getByRole('main')).toContainText(`${name} ${surname}`);
  // Requests with the user's id still find the user.
  await page.getByRole('link', { name: 'Edit profile' }).click();
  await page.getByRole('textbox', { name: 'Last name' }).fill('Nowicka');
  await button(page, 'Save').click();
  await expect(page.getByRole('main')).toContainText(`${name} Nowicka`);
});
