import { expect } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { takeShifts, layoutShiftProblems, watchShifts } from '#test/e2e-fixtures/layout-shift.ts';
import { signedInGroups } from '#test/e2e-fixtures/screen-groups.ts';
import { screensOfGroup } from '#test/e2e-fixtures/screen-tour.ts';
import { openScreen } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.describe.configure({ mode: 'parallel' });

test.beforeEach(async ({ phone: { page } }) => {
  await watchChanges(page);
  await watchShifts(page);
});

// On phones, `screens.e2e.ts` counts the shifts of every screen, including those reached by a link.
for (const group of signedInGroups) {
  test(`no screen of ${group} has layout shifts at 1280 px`, async ({ club, phone: { page } }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await signIn(club, page, 'polishOwner');
    const shiftProblems = await layoutShiftProblems(page, 'the first sign-in on a device');
    const screens = await screensOfGroup(club, group);
    for (const screen of screens.filter(({ action }) => action === undefined)) {
      await openScreen(club, page, screen);
      shiftProblems.push(...(await layoutShiftProblems(page, `opened, ${screen.name}`)));
    }
    expect(shiftProblems).toEqual([]);
  });
}

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
