import { expect } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { layoutShiftProblems, watchShifts } from '#test/e2e-fixtures/layout-shift.ts';
import { signedInScreens } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

// Only runs nightly: the gate already opens these screens by URL at this width, and by links on a
// phone.
test('no screen reached by a link has layout shifts at 1280 px', async ({
  club,
  phone: { page },
}) => {
  test.setTimeout(600_000);
  await watchChanges(page);
  await watchShifts(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(club, page, 'polishOwner');
  await layoutShiftProblems(page, 'the first sign-in on a device');
  const all = await signedInScreens(await club.as('polishOwner'));
  const problems: string[] = [];
  for (const { name, path } of all.filter(({ action }) => action === undefined)) {
    await goTo(page, path);
    problems.push(...(await layoutShiftProblems(page, `navigated to, ${name}`)));
  }
  expect(problems).toEqual([]);
});
