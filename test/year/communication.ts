import { expect } from '@playwright/test';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { button, openHome, SYNC, textbox, title } from './app-steps.ts';
import { giveReason, openScreen, screenTitle, signInAgain } from './console-steps.ts';
import type { Year } from './open-year.ts';

/** Writes to support as the installer, and reads the reply. */
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
  await chats.getByRole('link', { name: /A torn label/ }).click();
  const openedRegion = anna.getByRole('region', { name: 'Chat', exact: true });
  await expect(openedRegion.getByText('The label of one window is torn.')).toBeVisible();
  await openedRegion
    .getByRole('textbox', { name: 'Answer' })
    .fill('Send us a photo of it, please.');
  await openedRegion.getByRole('button', { name: 'Send' }).click();
  await expect(
    phone.getByRole('list', { name: 'Messages' }).getByRole('listitem').last(),
  ).toContainText('Send us a photo of it, please.', SYNC);
}

/** Publishes news as an editor, and expects it on the phone. */
export async function publishNews(year: Year): Promise<void> {
  const { anna, phone } = year;
  await openScreen(anna, 'News and tutorials');
  await anna.getByRole('button', { name: 'New article' }).click();
  const panel = anna.getByRole('dialog', { name: 'New article' });
  await panel.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Poland' });
  await panel.getByRole('textbox', { name: 'Title in English' }).fill('Spring offer');
  await panel.getByRole('button', { name: 'Create the draft' }).click();
  await giveReason(anna, /^Create “Spring offer”/, 'Create the draft', 'For the season');
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

/** Invites people to a survey, and expects the console to count who completed it. */
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
  // The questions are on the survey provider’s site, which isn’t part of this installation.
  await phone.context().route(/surveys\./, (route) => route.fulfill({ body: 'Thank you' }));
  const provider = phone.context().waitForEvent('page');
  await survey.getByRole('link', { name: 'Open survey' }).click();
  await (await provider).close();
  await survey.getByRole('button', { name: 'I’ve finished it' }).click();
  await expect(survey).toBeHidden();
}

const HOMEOWNER = 'Ewa Sikora';

/** Turns a homeowner's request into the company's lead and project. */
export async function handleLead(year: Year): Promise<string> {
  await year.moveTo('03-24');
  const { anna, phone } = year;
  await signInAgain(anna);
  await openHome(year);
  await recordRequest(anna, `${year.year}-03-23`);
  await anna.getByRole('tab', { name: 'Companies' }).click();
  await expect(anna.getByText('has to turn on “Available for leads” in the app.')).toBeVisible();
  await goTo(phone, '/company');
  await phone.getByRole('switch', { name: 'Available for leads' }).click();
  await expect(phone.getByText('You’ll receive new leads.').first()).toBeVisible();
  await anna.reload();
  await anna.getByRole('button', { name: 'Offer to Dachy Ola' }).click();
  await giveReason(anna, /^Offer it to Dachy Ola/, 'Offer', 'Nearest company');
  await expect(anna.getByText('Offered to Dachy Ola.')).toBeVisible();
  await goTo(phone, '/leads');
  await phone
    .getByRole('list', { name: 'Open' })
    .getByRole('link', { name: HOMEOWNER })
    .filter({ hasText: 'New' })
    .first()
    .click(SYNC);
  await expect(title(phone, HOMEOWNER)).toBeVisible();
  await button(phone, 'I’m interested').click();
  await button(phone, /^I’ve contacted /).click();
  await phone.getByRole('checkbox', { name: 'I’ve visited the site' }).check();
  await phone.getByRole('checkbox', { name: 'We’ve agreed a date' }).check();
  await phone.getByLabel('Installation date').fill(`${year.year}-03-30`);
  await button(phone, 'Create project').click();
  await expect(title(phone, 'ul. Cicha 4')).toBeVisible();
  await expect(phone.getByText('Scheduled', { exact: true })).toBeVisible();
  await anna.getByRole('tab', { name: 'Offers' }).click();
  await expect(async () => {
    await anna.reload();
    await expect(anna.getByText('Agreed', { exact: true })).toBeVisible({ timeout: 3000 });
  }).toPass(SYNC);
  return 'ul. Cicha 4';
}

async function recordRequest(page: Year['anna'], consentDay: string): Promise<void> {
  await openScreen(page, 'Requests');
  await page.getByRole('button', { name: 'New request' }).click();
  const panel = page.getByRole('dialog', { name: 'New request' });
  const values = {
    'First name': 'Ewa',
    'Last name': 'Sikora',
    'Street and number': 'ul. Cicha 4',
    'Postal code': '30-001',
    Town: 'Kraków',
    Phone: '600 100 203',
    'Number of windows': '2',
  };
  for (const [name, value] of Object.entries(values))
    await panel.getByRole('textbox', { name }).fill(value);
  await panel.getByLabel('Consent given on').fill(consentDay);
  await panel.getByRole('button', { name: 'Record the request' }).click();
  await giveReason(page, 'Record this request?', 'Record', 'By phone');
  await expect(page.getByText('The request was recorded.')).toBeVisible();
}
