import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { setDevice, speak } from '#test/e2e-fixtures/device.ts';
import { goTo, untilComplete, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { dress, flaws, flawsInEveryLook, narrow, resize } from '#test/e2e-fixtures/looks.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import type { Screen } from '#test/e2e-fixtures/screen.ts';
import { makeUnsentWork, screensOf, show } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { longestLanguages } from '#test/setup/catalogue.ts';

/** Everything of a sign-in, from its first step; the last one is reached by asking for a code. */
async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use e-mail' }).click();
  await page.getByRole('textbox').fill('jan@strechy-dvorak.example');
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('textbox')).toHaveValue('');
}
const loginScreens: readonly Screen[] = [
  { name: 'sign-in', path: '/login' },
  {
    name: 'sign-in, without a phone number',
    path: '/login',
    act: async (page) => {
      await page.getByRole('textbox').press('Enter');
      await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'code', path: '/login', act: askForCode },
  {
    name: 'way back to an e-mail address',
    path: '/restore-email',
    act: async (page) => {
      await page.getByRole('textbox').press('Enter');
      await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'registration', path: '/register' },
  {
    name: 'registration, with everything missing',
    path: '/register/decor',
    act: async (page) => {
      // The last button of a step is the way on.
      await page.getByRole('button').last().click();
      await expect(page.getByRole('textbox')).toHaveCount(4);
      await page.getByRole('button').last().click();
      await expect(page.getByRole('textbox').first()).toBeFocused();
    },
  },
];

/** What is looked at in the narrowest place. */
const longest = longestLanguages(2);

/** What another language may change; everything else was looked at in English. */
const wordRules = ['document-title', 'html-has-lang', 'html-lang-valid', 'target-size'];

async function leaveFor(page: Page, { path }: Screen): Promise<void> {
  await speak(page, 'en');
  await dress(page, 'light', '14px');
  await goTo(page, path);
  await untilComplete(page);
}

/**
 * Looks at all of them in three themes, and at 320 px in the largest type in the languages that need the most room:
 * each screen is shown once.
 */
async function lookAtAll(club: Club, page: Page, screens: readonly Screen[]): Promise<string[]> {
  const found: string[] = [];
  let isTouched = true;
  for (const screen of screens) {
    await resize(page, phoneSize);
    await setDevice(page, { theme: 'light', fontSize: '14px', language: 'en' });
    // What was done on a screen goes with its page; one that was only looked at is left by a link.
    if (isTouched || screen.act) await show(club, page, screen);
    else await leaveFor(page, screen);
    isTouched = screen.act !== undefined;
    found.push(...(await flawsInEveryLook(page, screen.name)));
    await setDevice(page, { fontSize: '20px' });
    for (const language of await longest) {
      await speak(page, language);
      const look = `20 px on ${narrow.width} px in ${language}, ${screen.name}`;
      found.push(...(await flaws(page, look, wordRules)));
    }
  }
  return found;
}

test.beforeEach(async ({ phone: { page } }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchChanges(page);
});
test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

test('every step of the sign-in: axe finds nothing, nothing is wider than the phone', async ({
  club,
  phone: { page },
}) => {
  // A sign-in goes on where a reload interrupted it; here each begins anew.
  await page.addInitScript(() => {
    sessionStorage.clear();
    localStorage.removeItem('club.registration.decor');
  });
  await page.goto(club.url);
  expect(await lookAtAll(club, page, loginScreens)).toEqual([]);
});

test('every screen: axe finds nothing, nothing is wider than the phone', async ({
  club,
  phone: { page },
}) => {
  // Some forty screens, each in five looks.
  test.setTimeout(600_000);
  const [captured, good] = plainSerials(2, 400);
  if (!captured || !good) throw new Error('There are no pieces.');
  await signIn(club, page, 'polishOwner');
  await makeUnsentWork(club, page, [captured, good]);
  const screens = await screensOf(await club.as('polishOwner'));
  expect(await lookAtAll(club, page, screens)).toEqual([]);
});

test('what lies over a screen: axe finds nothing in sheets and in the closing survey', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  const screens = await screensOf(await club.as('polishOwner'));
  const open = screens.find(({ name }) => name === 'open project');
  if (!open) throw new Error('There is no open project.');
  const found: string[] = [];
  const lookAt = async (name: string) => {
    for (const theme of ['light', 'dark', 'sunlight']) {
      await dress(page, theme, '14px');
      found.push(...(await flaws(page, `${theme}, ${name}`)));
    }
  };
  await page.goto(`${club.url}/menu`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await lookAt('sign out');

  await show(club, page, open);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await lookAt('more about a project');
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Products' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await lookAt('a product');
  await page.getByRole('button', { name: 'Delete product' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await lookAt('delete a product');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Close (project|and book)/ }).click();
  await expect(page.getByRole('radiogroup')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await lookAt('survey');
  expect(found).toEqual([]);
});
