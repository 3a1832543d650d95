import { expect } from '@playwright/test';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { button, openHome, SYNC, textbox, title } from './app-steps.ts';
import { giveReason, openScreen, screenTitle, signInAgain } from './console-steps.ts';
import type { Year } from './open-year.ts';

/** The installer writes to support, and reads the answer. */
export async function chat(year: Year): Promise<void> {
  await year.moveTo('03-03');
  const { anna, phone } = year;
  await openHome(year);
  await goTo(phone, '/support/chat/new');
  await textbox(phone, 'Subject').fill('A torn label');
  await textbox(phone, 'Message').fill('The label of one window is torn.');
  await button(phone, 'Send').click();
  await expect(title(phone, 'A torn label')).toBeVisible();
  await expect(phone.getByText('Waiting for support', { exact: true })).toBeVisible(SYNC);
  await signInAgain(anna);
  await openScreen(anna, 'Support');
  const chats = anna.getByRole('region', { name: 'Chats' });
  await chats.getByRole('button', { name: /A torn label/ }).click();
  const opened = anna.getByRole('region', { name: 'Chat', exact: true });
  await expect(opened.getByText('The label of one window is torn.')).toBeVisible();
  await opened.getByRole('textbox', { name: 'Answer' }).fill('Send us a photo of it, please.');
  await opened.getByRole('button', { name: 'Send' }).click();
  await expect(
    phone.getByRole('list', { name: 'Messages' }).getByRole('listitem').last(),
  ).toContainText('Send us a photo of it, please.', SYNC);
}

/** An editor publishes news, and it is on the phone. */
export async function publishNews(year: Year): Promise<void> {
  const { anna, phone } = year;
  await openScreen(anna, 'News and tutorials');
  await anna.getByRole('button', { name: 'New article' }).click();
  const panel = anna.getByRole('dialog', { name: 'New article' });
  await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
  await panel.getByRole('textbox', { name: 'Title in English' }).fill('Spring offer');
  await panel.getByRole('button', { name: 'Start the draft' }).click();
  await giveReason(anna, /^Start “Spring offer”/, 'Start the draft', 'For the season');
  await expect(screenTitle(anna, 'Spring offer')).toBeVisible();
  const english = anna.getByRole('region', { name: 'English' });
  await english.getByRole('textbox', { name: 'Text' }).click();
  await anna.keyboard.type('Flat roofs are worth more in April.');
  await anna.getByRole('button', { name: 'Publish', exact: true }).click();
  await giveReason(anna, /^Publish “Spring offer”/, 'Publish', 'For the season');
  await expect(anna.getByText('“Spring offer” was published.')).toBeVisible();
  // News belongs to the country, and the app pulls it when it opens.
  await openHome(year);
  await goTo(phone, '/news');
  await phone.getByRole('link', { name: /Spring offer/ }).click(SYNC);
  await expect(phone.getByText('Flat roofs are worth more in April.')).toBeVisible();
}

/** People are invited to a survey, and the console counts who completed it. */
export async function runSurvey(year: Year): Promise<void> {
  const { anna } = year;
  await openScreen(anna, 'Surveys');
  await anna.getByRole('button', { name: 'New survey' }).click();
  const panel = anna.getByRole('dialog', { name: 'New survey' });
  await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
  await panel.getByRole('textbox', { name: 'Key' }).fill('spring');
  const english = panel.getByRole('group', { name: 'English' });
  await english.getByRole('textbox', { name: 'Title' }).fill('How was your winter?');
  await english.getByRole('textbox', { name: 'Short text' }).fill('Two minutes');
  await panel.getByRole('button', { name: 'Create the survey' }).click();
  await giveReason(anna, /^Create this survey/, 'Create', 'Asked for by sales');
  await expect(screenTitle(anna, 'How was your winter?')).toBeVisible();
  await anna.getByRole('tab', { name: 'Invite' }).click();
  await anna.getByRole('button', { name: 'Invite 1 person' }).click();
  await giveReason(anna, /^Invite /, 'Invite', 'Asked for by sales');
  await expect(anna.getByText('Invited: 1', { exact: true })).toBeVisible();
  await completeSurvey(year);
  await anna.reload();
  await expect(anna.getByRole('definition').nth(1)).toHaveText('1');
}

async function completeSurvey({ phone }: Year): Promise<void> {
  await goTo(phone, '/surveys');
  const survey = phone.getByRole('listitem').filter({ hasText: 'How was your winter?' });
  await expect(survey).toBeVisible(SYNC);
  // The questions are at the survey’s provider, which isn’t part of this installation.
  await phone.context().route(/surveys\./, (route) => route.fulfill({ body: 'Thank you' }));
  const provider = phone.context().waitForEvent('page');
  await survey.getByRole('link', { name: 'Open survey' }).click();
  await (await provider).close();
  await survey.getByRole('button', { name: 'I’ve finished it' }).click();
  await expect(survey).toBeHidden();
}
