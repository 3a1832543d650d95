import { expect } from '@playwright/test';
import type { Club } from '#test/e2e-fixtures/club.ts';
import { plainSerials, productScannedBy } from '#test/e2e-fixtures/labels.ts';
import { signedInScreens } from '#test/e2e-fixtures/screens.ts';
import { violationsIn } from '../axe.ts';
import { openContactSheet } from '../contact-sheet.ts';
import { test } from '../engine-test.ts';
import { screenProblems } from '../screen-problems.ts';
import { captureManually, goTo, restoreNetwork, saveToFirstProject } from '../app-actions.ts';
import type { View } from '../view.ts';

const themes = ['light', 'dark', 'sunlight'] as const;

/** Saves a product that the server rejects, and captures another. */
async function makeUnsentWork(club: Club, view: View): Promise<void> {
  const [capturedSerial] = plainSerials(1, 400);
  if (!capturedSerial) throw new Error('The registry is empty.');
  const usedSerial = await productScannedBy(await club.as('romanianOwner'));
  club.proxy.isDown = true;
  await captureManually(view, usedSerial);
  await saveToFirstProject(view);
  await restoreNetwork(club, view);
  await view.expectVisible({ text: 'This product has been scanned already.' }, 60_000);
  await captureManually(view, capturedSerial);
}

test('no screen has accessibility violations or overflow in any of three themes', async ({
  view,
  club,
  engine,
}) => {
  const screens = await signedInScreens(await club.as('polishOwner'));
  const sheet = openContactSheet(engine);
  await view.tab.goto(club.url);
  const problems: string[] = [];
  await makeUnsentWork(club, view);
  for (const { name, path, action } of screens) {
    if (action) {
      // Resets the previous state of the same screen.
      await view.tab.goto(club.url + path);
      await view.expectVisible({ role: 'heading', level: 1 });
      await view.expectAbsent({ role: 'status', text: /^Loading/ });
      await action(view);
    } else await goTo(view, path);
    for (const theme of themes) {
      await view.tab.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme);
      const appearance = `${name}, ${theme}`;
      problems.push(
        ...(await screenProblems(view, appearance)),
        ...(await violationsIn(view, appearance)),
      );
      sheet.add(appearance, await view.tab.screenshot());
    }
  }
  process.stdout.write(`Contact sheet: ${sheet.layOut()}\n`);
  expect(problems).toEqual([]);
});
