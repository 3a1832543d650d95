import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { setDeviceSettings, switchLanguage } from '#test/e2e-fixtures/device.ts';
import { goTo, waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { takeShifts, layoutShiftProblems, watchShifts } from '#test/e2e-fixtures/layout-shift.ts';
import {
  setAppearance,
  screenProblems,
  problemsInEveryAppearance,
  narrowViewport,
  resize,
} from '#test/e2e-fixtures/screen-problems.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import type { Screen } from '#test/e2e-fixtures/screen.ts';
import { actionsOn } from '#test/e2e-fixtures/screen-actions.ts';
import { makeUnsentWork, signedInScreens, openScreen } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { longestLanguages } from '#test/setup/catalogue.ts';

/** All sign-in steps; the last needs a code request. */
async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use email' }).click();
  await page.getByRole('textbox').fill('jan@strechy-dvorak.example');
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('textbox')).toHaveValue('');
}
/** A screen before sign-in, whose steps also need the keyboard. */
interface PublicScreen extends Pick<Screen, 'name' | 'path'> {
  readonly action?: (page: Page) => Promise<void>;
}

const loginScreens: readonly PublicScreen[] = [
  { name: 'sign-in', path: '/login' },
  {
    name: 'sign-in, without a phone number',
    path: '/login',
    action: async (page) => {
      await page.getByRole('textbox').press('Enter');
      await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'code', path: '/login', action: askForCode },
  {
    name: 'restoring an e-mail address',
    path: '/restore-email',
    action: async (page) => {
      await page.getByRole('textbox').press('Enter');
      await expect(page.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true');
    },
  },
  { name: 'registration', path: '/register' },
  {
    name: 'registration, with everything missing',
    path: '/register/decor',
    action: async (page) => {
      // The last button of a step continues.
      await page.getByRole('button').last().click();
      await expect(page.getByRole('textbox')).toHaveCount(4);
      await page.getByRole('button').last().click();
      await expect(page.getByRole('textbox').first()).toBeFocused();
    },
  },
];

/** Languages tested at the narrowest width. */
const longest = longestLanguages(2);

/** Rules affected by language; all others were checked in English. */
const textRules = ['document-title', 'html-has-lang', 'html-lang-valid', 'target-size'];

/** @returns layout shifts of a screen opened by URL */
async function openByUrl(
  club: Club,
  page: Page,
  { name, path }: Pick<Screen, 'name' | 'path'>,
): Promise<string[]> {
  await openScreen(club, page, { name, path });
  return layoutShiftProblems(page, `opened, ${name}`);
}

/** @returns layout shifts of a screen reached by a link from one already checked */
async function navigateTo(page: Page, { name, path }: Screen): Promise<string[]> {
  await switchLanguage(page, 'en');
  await setAppearance(page, 'light', '14px');
  await waitUntilSettled(page);
  await takeShifts(page);
  await goTo(page, path);
  return layoutShiftProblems(page, `navigated to, ${name}`);
}

/** Three themes, then 320 px with the largest font in the longest languages. */
async function checkAppearances(page: Page, { name }: Pick<Screen, 'name'>): Promise<string[]> {
  const problems = await problemsInEveryAppearance(page, name);
  await setDeviceSettings(page, { fontSize: '20px' });
  for (const language of await longest) {
    await switchLanguage(page, language);
    const appearance = `20 px on ${narrowViewport.width} px in ${language}, ${name}`;
    problems.push(...(await screenProblems(page, appearance, textRules)));
  }
  await resize(page, phoneSize);
  await setDeviceSettings(page, { theme: 'light', fontSize: '14px', language: 'en' });
  return problems;
}

/** Opens each screen by URL, which resets the previous one, and checks it. */
async function openAndCheck(
  club: Club,
  page: Page,
  screens: readonly PublicScreen[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const screen of screens) {
    problems.push(...(await openByUrl(club, page, screen)));
    await screen.action?.(page);
    problems.push(...(await checkAppearances(page, screen)));
  }
  return problems;
}

test.beforeEach(async ({ phone: { page } }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await watchChanges(page);
  await watchShifts(page);
});
test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

test('every step of the sign-in: no axe violations, no overflow, no layout shifts', async ({
  club,
  phone: { page },
}) => {
  // A sign-in resumes after a reload; here each starts from the beginning.
  await page.addInitScript(() => {
    sessionStorage.clear();
    localStorage.removeItem('club.registration.decor');
  });
  await page.goto(club.url);
  expect(await openAndCheck(club, page, loginScreens)).toEqual([]);
});

test('every screen: no axe violations, no overflow, no layout shifts', async ({
  club,
  phone: { page },
}) => {
  // About seventy screens in six appearances each.
  test.setTimeout(900_000);
  const [captured, validSerial] = plainSerials(2, 400);
  if (!captured || !validSerial) throw new Error('There are no serial numbers left.');
  await signIn(club, page, 'polishOwner');
  const problems = await layoutShiftProblems(page, 'the first sign-in on a device');
  await makeUnsentWork(club, page, [captured, validSerial]);
  const screens = await signedInScreens(await club.as('polishOwner'));
  const plainScreens = screens.filter(({ action }) => action === undefined);
  for (const screen of plainScreens) problems.push(...(await openByUrl(club, page, screen)));
  for (const screen of plainScreens) {
    problems.push(...(await navigateTo(page, screen)), ...(await checkAppearances(page, screen)));
  }
  const actionScreens = screens.flatMap(({ action, ...screen }) =>
    action ? [{ ...screen, act: (actionPage: Page) => action(actionsOn(actionPage)) }] : [],
  );
  problems.push(...(await openAndCheck(club, page, actionScreens)));
  expect(problems).toEqual([]);
});

test('overlays: no axe violations in sheets and in the closing survey', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  const screens = await signedInScreens(await club.as('polishOwner'));
  const open = screens.find(({ name }) => name === 'open project');
  if (!open) throw new Error('There is no open project.');
  const problems: string[] = [];
  const checkAppearances = async (name: string) => {
    for (const theme of ['light', 'dark', 'sunlight']) {
      await setAppearance(page, theme, '14px');
      problems.push(...(await screenProblems(page, `${theme}, ${name}`)));
    }
  };
  await page.goto(`${club.url}/menu`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkAppearances('sign out');

  await openScreen(club, page, open);
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkAppearances('more about a project');
  await page.keyboard.press('Escape');
  await page.getByRole('list', { name: 'Products' }).getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkAppearances('a product');
  await page.getByRole('button', { name: 'Delete product' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkAppearances('delete a product');

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Close (project|and get)/ }).click();
  await expect(page.getByRole('radiogroup')).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await checkAppearances('survey');
  expect(problems).toEqual([]);
});
