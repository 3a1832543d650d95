import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { layoutShiftProblems } from '#test/e2e-fixtures/layout-shift.ts';
import { loginScreens, restartSignIn } from '#test/e2e-fixtures/login-screens.ts';
import { overlayProblems } from '#test/e2e-fixtures/overlays.ts';
import type { Screen } from '#test/e2e-fixtures/screen.ts';
import { signedInGroups } from '#test/e2e-fixtures/screen-groups.ts';
import { colourProblems, colourRules, screenProblems } from '#test/e2e-fixtures/screen-problems.ts';
import {
  narrowProblems,
  openAndCheck,
  prepareGroup,
  prepareTour,
  screensOfGroup,
  tourScreens,
  desktopLayoutShifts,
} from '#test/e2e-fixtures/screen-tour.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { longestLanguages } from '#test/setup/catalogue.ts';

test.describe.configure({ mode: 'parallel' });

const longest = longestLanguages(1);

/**
 * Screens with their own colours in the dark or sunlight theme. `scenes.e2e.ts` checks the skies
 * of home and projects. Others only use tokens and components, which `contrast.test.ts` and
 * `ui-gallery.e2e.ts` check in every theme.
 */
const ownColours: readonly string[] = ['scanner', ...loginScreens.map(({ name }) => name)];

/** Checks the light theme, and the largest font on the narrowest phone in the longest language. */
async function checkAppearances(page: Page, screen: Pick<Screen, 'name'>): Promise<string[]> {
  return [
    ...(await screenProblems(page, `light, ${screen.name}`)),
    ...(ownColours.includes(screen.name) ? await colourProblems(page, screen.name) : []),
    // Colours don't depend on width and language.
    ...(await narrowProblems(page, screen, await longest, colourRules)),
  ];
}

test.beforeEach(({ phone: { page } }) => prepareTour(page));
test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

for (const group of signedInGroups) {
  test(`the ${group} screens have no axe violations, overflow or layout shifts`, async ({
    club,
    phone: { page },
  }) => {
    test.setTimeout(300_000);
    await signIn(club, page, 'polishOwner');
    const problems = await layoutShiftProblems(page, 'the first sign-in on a device');
    await prepareGroup(club, page, group);
    const screens = await screensOfGroup(club, group);
    // Each screen is opened only once per width, because loading takes most of the time.
    problems.push(...(await desktopLayoutShifts(club, page, screens)));
    problems.push(...(await tourScreens(club, page, screens, checkAppearances)));
    expect(problems).toEqual([]);
  });
}

test('the steps of the sign-in have no axe violations, overflow or layout shifts', async ({
  club,
  phone: { page },
}) => {
  await restartSignIn(page);
  await page.goto(club.url);
  expect(await openAndCheck(club, page, loginScreens, checkAppearances)).toEqual([]);
});

test('sheets and the closing survey have no axe violations', async ({ club, phone: { page } }) => {
  await signIn(club, page, 'polishOwner');
  const check = (name: string) => screenProblems(page, `light, ${name}`);
  expect(await overlayProblems(club, page, check)).toEqual([]);
});

test('the first sign-in has no layout shifts at 1280 px, and the counter detects shifts', async ({
  club,
  phone: { page },
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(club, page, 'polishOwner');
  expect(await layoutShiftProblems(page, 'the first sign-in on a device')).toEqual([]);
  await page.getByRole('main').evaluate((main) => {
    const lateElement = document.createElement('p');
    lateElement.style.height = '200px';
    main.prepend(lateElement);
  });
  expect(await layoutShiftProblems(page, 'pushed down')).toHaveLength(1);
});
