import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { loginScreens, restartSignIn } from '#test/e2e-fixtures/login-screens.ts';
import { overlayProblems } from '#test/e2e-fixtures/overlays.ts';
import type { Screen } from '#test/e2e-fixtures/screen.ts';
import { signedInGroups } from '#test/e2e-fixtures/screen-groups.ts';
import { colourProblems } from '#test/e2e-fixtures/screen-problems.ts';
import {
  narrowProblems,
  openAndCheck,
  prepareGroup,
  prepareTour,
  screensOfGroup,
  shiftsByUrl,
  tourScreens,
} from '#test/e2e-fixtures/screen-tour.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { longestLanguages } from '#test/setup/catalogue.ts';

// The gate checks the light theme in English and the longest language. The remaining checks take longer than all other
// flows, so they only run nightly. They cover the dark and sunlight themes of screens that only use checked tokens and
// components, English on the narrowest phone, a second long language, and layout shifts of screens opened by URL on a
// phone.
test.describe.configure({ mode: 'parallel' });

/**
 * Read once, because parsing the catalogues blocks the event loop so long that the server in this process rejects
 * requests.
 */
const longest = longestLanguages(2);

async function checkAppearances(page: Page, screen: Pick<Screen, 'name'>): Promise<string[]> {
  const [, second = ''] = await longest;
  return [
    ...(await colourProblems(page, screen.name)),
    ...(await narrowProblems(page, screen, ['en', second])),
  ];
}

test.beforeEach(({ phone: { page } }) => prepareTour(page));
test.afterEach(({ club }) => {
  club.proxy.isDown = false;
});

for (const group of signedInGroups) {
  test(`the ${group} screens have no problems in other themes and languages`, async ({
    club,
    phone: { page },
  }) => {
    test.setTimeout(600_000);
    await signIn(club, page, 'polishOwner');
    await prepareGroup(club, page, group);
    const screens = await screensOfGroup(club, group);
    const shifts = await shiftsByUrl(club, page, screens);
    expect([...shifts, ...(await tourScreens(club, page, screens, checkAppearances))]).toEqual([]);
  });
}

test('the steps of the sign-in have no problems in other themes and languages', async ({
  club,
  phone: { page },
}) => {
  await restartSignIn(page);
  await page.goto(club.url);
  expect(await openAndCheck(club, page, loginScreens, checkAppearances)).toEqual([]);
});

test('overlays have no colour problems in other themes', async ({ club, phone: { page } }) => {
  await signIn(club, page, 'polishOwner');
  const check = (name: string) => colourProblems(page, name);
  expect(await overlayProblems(club, page, check)).toEqual([]);
});
