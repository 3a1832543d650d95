import { expect, type Page } from '@playwright/test';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { SESSION_KEY } from '#sync/http/session-key.ts';
import { type Club, waitForNewest, type UserRef } from './club.ts';
import { setDeviceSettings } from './device.ts';

/** Sign-in labels in the tests' languages. */
const labels = {
  en: {
    byEmail: 'Use email',
    address: 'Email address',
    send: 'Send me a code',
    code: 'Code',
    points: 'Points',
  },
  pl: {
    byEmail: 'Użyj e-maila',
    address: 'Adres e-mail',
    send: 'Wyślij mi kod',
    code: 'Kod',
    points: 'Punkty',
  },
} as const;
type TestLanguage = keyof typeof labels;

interface SignInOptions {
  readonly language?: TestLanguage;
}

/** Starts the app signed in, with a session created through the API and written to storage. */
export async function signIn(
  club: Club,
  page: Page,
  user: UserRef,
  { language = 'en' }: SignInOptions = {},
): Promise<void> {
  const { session } = await club.as(user);
  const state = session.state();
  if (state.name !== 'signed_in') throw new Error('The API sign-in failed.');
  const { account, token } = state;
  // A page of the app's origin that doesn't run the app.
  await page.goto(`${club.url}/health`);
  await page.evaluate(writeStoredText, {
    key: SESSION_KEY,
    text: JSON.stringify({ account, token }),
  });
  await setDeviceSettings(page, { language });
  await page.goto(club.url);
  await expect(homeOf(page, language)).toBeVisible({ timeout: 30_000 });
}

/**
 * Writes an entry to the app's text store and its localStorage copy; the copy alone could be
 * overwritten as outdated.
 */
export async function writeStoredText(copy: { key: string; text: string }): Promise<void> {
  const openRequest = indexedDB.open('club-texts', 1);
  openRequest.onupgradeneeded = () =>
    openRequest.result.createObjectStore('texts', { keyPath: 'key' });
  await new Promise((resolve) => (openRequest.onsuccess = resolve));
  const database = openRequest.result;
  const change = database.transaction('texts', 'readwrite', { durability: 'strict' });
  const turnNumber = Number(localStorage.getItem('club.turn')) + 1;
  localStorage.setItem(copy.key, copy.text);
  localStorage.setItem('club.turn', String(turnNumber));
  change.objectStore('texts').put({ ...copy, turn: turnNumber });
  await new Promise((resolve) => (change.oncomplete = resolve));
  database.close();
}

const homeOf = (page: Page, language: TestLanguage) =>
  page.getByRole('main').getByRole('region', { name: labels[language].points });

/** Switches the sign-in to email if necessary. */
export async function chooseEmail(page: Page, language: TestLanguage = 'en'): Promise<void> {
  const texts = labels[language];
  const emailButton = page.getByRole('button', { name: texts.byEmail });
  const address = page.getByRole('textbox', { name: texts.address });
  await expect(address.or(emailButton)).toBeVisible();
  if (await emailButton.isVisible()) await emailButton.click();
}

/**
 * Signs in through the form by email, with the code from the developer page. Retries after a lost
 * response.
 */
export async function signInThroughForm(
  club: Club,
  page: Page,
  user: DemoAccountKey,
  { language = 'en' }: SignInOptions = {},
): Promise<void> {
  const texts = labels[language];
  const { email } = demoAccounts[user];
  await page.goto(club.url);
  await page.getByRole('combobox').last().selectOption(language);
  const address = page.getByRole('textbox', { name: texts.address });
  const code = page.getByRole('textbox', { name: texts.code, exact: true });
  // An unfinished sign-in resumes in this tab.
  const emailButton = page.getByRole('button', { name: texts.byEmail });
  await expect(address.or(code).or(emailButton)).toBeVisible();
  if (await emailButton.isVisible()) await emailButton.click();
  const home = homeOf(page, language);
  // Appears when a response is lost, so that the next attempt needn't wait.
  const failure = page.getByRole('main').getByRole('alert');
  const sentCode = page.getByRole('textbox', { name: texts.code, exact: true, disabled: true });
  await expect(async () => {
    if (await address.isVisible()) {
      const earlierCount = (await club.codesFor(email)).length;
      await address.fill(email);
      await page.getByRole('button', { name: texts.send }).click();
      await waitForNewest(() => club.codesFor(email), earlierCount);
    }
    await expect(code.or(home).or(failure).first()).toBeVisible({ timeout: 2_000 });
    if (await code.isVisible()) await enterCode(club, page, email, texts.code);
    await expect(sentCode).toBeHidden({ timeout: 5_000 });
    if (await failure.isVisible()) throw new Error('The response was lost.');
    await expect(code.or(address).first()).toBeHidden({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(home).toBeVisible({ timeout: 30_000 });
}

async function enterCode(club: Club, page: Page, email: string, label: string): Promise<void> {
  const newestCode = (await club.codesFor(email)).at(-1);
  if (newestCode === undefined) throw new Error('No code was sent.');
  const field = page.getByRole('textbox', { name: label, exact: true });
  await field.fill('');
  await field.fill(newestCode);
}
