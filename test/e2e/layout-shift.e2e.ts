import { expect } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo, waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { takeShifts, layoutShiftProblems, watchShifts } from '#test/e2e-fixtures/layout-shift.ts';
import { signedInScreens, openScreen } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.beforeEach(async ({ phone: { page } }) => {
  await watchChanges(page);
  await watchShifts(page);
});

// On phones, `screens.e2e.ts` counts shifts on each screen.
test('no screen has layout shifts at 1280 px', async ({ club, phone: { page } }) => {
  test.setTimeout(600_000);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(club, page, 'polishOwner');
  const shiftProblems = await layoutShiftProblems(page, 'the first sign-in on a device');
  const all = await signedInScreens(await club.as('polishOwner'));
  const screens = all.filter(({ action }) => action === undefined);
  for (const screen of screens) {
    await openScreen(club, page, screen);
    shiftProblems.push(...(await layoutShiftProblems(page, `opened, ${screen.name}`)));
  }
  for (const screen of screens) {
    await goTo(page, screen.path);
    shiftProblems.push(...(await layoutShiftProblems(page, `gone to, ${screen.name}`)));
  }
  expect(shiftProblems).toEqual([]);
});

test('the counter detects layout shifts', async ({ club, phone: { page } }) => {
  await signIn(club, page, 'polishOwner');
  await waitUntilSettled(page);
  await takeShifts(page);
  await page.getByRole('main').evaluate((main) => {
    const lateElement = document.createElement('p');
    lateElement.style.height = '200px';
    main.prepend(lateElement);
  });
  expect(await layoutShiftProblems(page, 'pushed down')).toHaveLength(1);
});
