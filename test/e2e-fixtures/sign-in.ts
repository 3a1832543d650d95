import { expect, type Page } from '@playwright/test';
import { type DemoAccountKey, demoAccounts } from '#server/demo/accounts.ts';
import { type Club, newest } from './club.ts';

/** The words of the sign-in that tests press, in the languages they use. */
const words = {
  en: {
    byMail: 'By e-mail',
    goOn: 'Continue',
    address: 'E-mail address',
    send: 'Send me a code',
    code: 'Code',
    points: 'Points',
  },
  pl: {
    byMail: 'E-mailem',
    goOn: 'Dalej',
    address: 'Adres e-mail',
    send: 'Wyślij mi kod',
    code: 'Kod',
    points: 'Punkty',
  },
} as const;
export type TestLanguage = keyof typeof words;

/**
 * Signs in as a person does: by e-mail, with the code that the server's page for developers shows.
 * Tries again where an answer was lost on its way.
 */
export async function signIn(
  club: Club,
  page: Page,
  who: DemoAccountKey,
  { language = 'en' }: { language?: TestLanguage } = {},
): Promise<void> {
  const said = words[language];
  const { email } = demoAccounts[who];
  await page.goto(club.url);
  await page.getByRole('combobox').last().selectOption(language);
  const address = page.getByRole('textbox', { name: said.address });
  const byMail = page.getByRole('radio', { name: said.byMail });
  // A sign-in that was begun in this tab goes on where it was.
  await expect(address.or(byMail)).toBeVisible();
  if (await byMail.isVisible()) {
    await byMail.check();
    await page.getByRole('button', { name: said.goOn }).click();
  }
  const code = page.getByRole('textbox', { name: said.code, exact: true });
  const home = page.getByRole('main').getByRole('region', { name: said.points });
  await expect(async () => {
    if (await address.isVisible()) {
      const before = (await club.codesFor(email)).length;
      await address.fill(email);
      await page.getByRole('button', { name: said.send }).click();
      await newest(() => club.codesFor(email), before);
    }
    await expect(code.or(home).first()).toBeVisible({ timeout: 2_000 });
    if (await code.isVisible()) await enterCode(club, page, email, said.code);
    await expect(code.or(address).first()).toBeHidden({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(home).toBeVisible({ timeout: 30_000 });
}

async function enterCode(club: Club, page: Page, email: string, label: string): Promise<void> {
  const sent = (await club.codesFor(email)).at(-1);
  if (sent === undefined) throw new Error('No code was sent.');
  const field = page.getByRole('textbox', { name: label, exact: true });
  await field.fill('');
  await field.fill(sent);
}

/** Waits until the app can start without a network: its worker has everything and is in control. */
export async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const workers = navigator.serviceWorker;
    if (workers.controller) return;
    await new Promise((resolve) => workers.addEventListener('controllerchange', resolve));
  });
}
