import { expect, type Page } from '@playwright/test';
import { signInWithNewPasskey } from '#test/e2e-fixtures/console.ts';
import { approve, giveReason, openScreen, screenTitle } from './console-steps.ts';
import { FIRST_ADMIN, type Year } from './open-year.ts';

const SECOND_OPERATOR = 'piotr@club.example';

/** Signs the first administrator in, and expects the country not to be open yet. */
export async function startWithNothing({ club, anna }: Year): Promise<void> {
  await signInWithNewPasskey({ club }, anna, FIRST_ADMIN);
  await anna.getByRole('combobox', { name: 'Country', exact: true }).selectOption('Poland');
  await openScreen(anna, 'Country');
  await expect(anna.getByText('Not open yet')).toBeVisible();
}

/** Expects the launch checklist of the country to be complete. */
export async function expectReady({ anna }: Year): Promise<void> {
  await openScreen(anna, 'Country');
  await expect(
    anna.getByText('Companies can register in Poland and use the whole app.'),
  ).toBeVisible();
}

/** Invites a second operator, who signs in with the code from the invitation. */
export async function inviteSecondPerson({ club, anna, piotr }: Year): Promise<void> {
  await openScreen(anna, 'Operators');
  await anna.getByRole('button', { name: 'Invite' }).click();
  const form = anna.getByRole('dialog', { name: 'Invite an operator' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Piotr Mazur');
  await form.getByRole('textbox', { name: 'Email address' }).fill(SECOND_OPERATOR);
  await form.getByRole('checkbox', { name: 'Country lead' }).check();
  await form.getByRole('button', { name: 'Invite' }).click();
  await giveReason(anna, 'Invite Piotr Mazur?', 'Invite', 'Leads Poland');
  const row = anna.getByRole('row').filter({ hasText: SECOND_OPERATOR });
  await expect(row).toContainText('Invited');
  await expect(row).toContainText('Country lead (Poland)');
  await acceptInvitation(piotr, await club.codesFor(SECOND_OPERATOR));
}

async function acceptInvitation(page: Page, [code = '']: readonly string[]): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Email address' }).fill(SECOND_OPERATOR);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(screenTitle(page, 'Today')).toBeVisible();
}

/** Makes points expire sooner than in the first settings, which a second person approves. */
export async function changeSettings({ anna, piotr }: Year): Promise<void> {
  await openScreen(anna, 'Country');
  await anna.getByRole('tab', { name: 'Settings' }).click();
  await anna.getByRole('button', { name: 'Change: Points' }).click();
  const dialog = anna.getByRole('dialog', { name: 'Change: Points' });
  await dialog.getByRole('textbox', { name: 'Validity of points in months' }).fill('6');
  await dialog.getByRole('textbox', { name: 'Why?' }).fill('Spend them this year');
  await dialog.getByRole('button', { name: 'Change settings' }).click();
  await expect(anna.getByText('A second person must approve this.')).toBeVisible();
  await approve(piotr, 'Change a country’s settings', 'Spend them this year');
  await anna.reload();
  await expect(anna.getByRole('region', { name: 'Points', exact: true })).toContainText('6');
}
