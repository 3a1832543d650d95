import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo, untilComplete, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { takeShifts, watchShifts } from '#test/e2e-fixtures/layout-shift.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { phoneSize } from '#test/e2e-fixtures/phone.ts';
import { makeUnsentWork, screensOf, show } from '#test/e2e-fixtures/screens.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

// Each takes long and none needs another’s data, so they need not wait for each other.
test.describe.configure({ mode: 'parallel' });

/** As much may move of a screen, by the Layout Instability API; under 0.1 counts as good. */
const STEADY = 0.05;
const desk = { width: 1280, height: 800 };

/** A screen of somebody who has signed in on this device just now, and everything of whom is still to come. */
const firstSignIn = 'the first sign-in on a device';

async function found(page: Page, name: string): Promise<string[]> {
  await untilComplete(page);
  const shifts = await takeShifts(page);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  if (sum < STEADY) return [];
  return [`${name}: ${sum.toFixed(2)}, ${JSON.stringify(shifts)}`];
}

for (const size of [phoneSize, desk]) {
  test(`nothing moves by itself on any screen, ${size.width} px wide`, async ({
    club,
    phone: { page },
  }) => {
    test.setTimeout(600_000);
    await page.setViewportSize(size);
    const [captured, good] = plainSerials(2, 400);
    if (!captured || !good) throw new Error('There are no pieces.');
    await watchChanges(page);
    await watchShifts(page);
    await signIn(club, page, 'polishOwner');
    const moved = await found(page, firstSignIn);
    if (size === phoneSize) await makeUnsentWork(club, page, [captured, good]);
    const all = await screensOf(await club.as('polishOwner'));
    const screens = all.filter(({ act }) => act === undefined);
    for (const screen of screens) {
      await show(club, page, screen);
      moved.push(...(await found(page, `opened, ${screen.name}`)));
    }
    for (const screen of screens) {
      await goTo(page, screen.path);
      moved.push(...(await found(page, `gone to, ${screen.name}`)));
    }
    expect(moved).toEqual([]);
  });
}

test('what moves by itself is seen by the count', async ({ club, phone: { page } }) => {
  await watchChanges(page);
  await watchShifts(page);
  await signIn(club, page, 'polishOwner');
  await untilComplete(page);
  await takeShifts(page);
  await page.getByRole('main').evaluate((main) => {
    const late = document.createElement('p');
    late.style.height = '200px';
    main.prepend(late);
  });
  expect(await found(page, 'pushed down')).toHaveLength(1);
});
