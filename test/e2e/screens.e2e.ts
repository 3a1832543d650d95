import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import {
  makeUnsentWork,
  type Screen,
  screensOf,
  setDevice,
  show,
} from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

/** The narrowest phone, with the largest type. */
const narrow = { width: 320, height: 640 };

/** Everything of a sign-in, from its first step; the last one is reached by asking for a code. */
async function askForCode(page: Page): Promise<void> {
  await page.getByRole('radio').last().check();
  await page.getByRole('button').first().click();
  await page.getByRole('textbox').fill('jan@strechy-dvorak.example');
  await page.getByRole('textbox').press('Enter');
  await expect(page.getByRole('textbox')).toHaveValue('');
}
const loginScreens: readonly Screen[] = [
  { name: 'sign-in', path: '/login' },
  {
    name: 'phone number',
    path: '/login',
    act: async (page) => {
      await page.getByRole('radio').first().check();
      await page.getByRole('button').first().click();
      await page.getByRole('textbox').press('Enter');
    },
  },
  { name: 'code', path: '/login', act: askForCode },
];

/** What axe finds, and by how much the screen is wider than the phone. */
async function flaws(page: Page, name: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${name}: ${id}: ${html}: ${failureSummary ?? ''}`),
  );
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const room = page.viewportSize()?.width ?? 0;
  return width > room ? [...found, `${name}: ${width} px wide on ${room} px`] : found;
}

/** Looks at all of them in three themes, and at 320 px in the largest type in both languages. */
async function lookAtAll(club: Club, page: Page, screens: readonly Screen[]): Promise<string[]> {
  const found: string[] = [];
  const lookAt = async (look: string) => {
    for (const screen of screens) {
      await show(club, page, screen);
      found.push(...(await flaws(page, `${look}, ${screen.name}`)));
    }
  };
  await page.setViewportSize(phoneSize);
  for (const theme of ['light', 'dark', 'sunlight']) {
    await setDevice(page, { theme, fontSize: '14px', language: 'en' });
    await lookAt(theme);
  }
  await page.setViewportSize(narrow);
  for (const language of ['en', 'pl']) {
    await setDevice(page, { theme: 'light', fontSize: '20px', language });
    await lookAt(`20 px on 320 px in ${language}`);
  }
  return found;
}

test.beforeEach(({ phone: { page } }) => page.emulateMedia({ reducedMotion: 'reduce' }));
test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

test('every step of the sign-in: axe finds nothing, nothing is wider than the phone', async ({
  club,
  phone: { page },
}) => {
  // A sign-in goes on where a reload interrupted it; here each begins anew.
  await page.addInitScript(() => sessionStorage.clear());
  await page.goto(club.url);
  expect(await lookAtAll(club, page, loginScreens)).toEqual([]);
});

test('every screen: axe finds nothing, nothing is wider than the phone', async ({
  club,
  phone: { page },
}) => {
  test.setTimeout(300_000);
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
  for (const theme of ['light', 'dark', 'sunlight']) {
    await setDevice(page, { theme });
    await page.goto(`${club.url}/menu`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    found.push(...(await flaws(page, `${theme}, sign out`)));

    await show(club, page, open);
    await page
      .getByRole('button', { name: /^Delete / })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    found.push(...(await flaws(page, `${theme}, delete a product`)));

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close project' }).click();
    await expect(page.getByRole('radiogroup')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    found.push(...(await flaws(page, `${theme}, survey`)));
  }
  expect(found).toEqual([]);
});
