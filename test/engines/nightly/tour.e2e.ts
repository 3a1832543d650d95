import { expect } from '@playwright/test';
import { signedInScreens } from '#test/e2e-fixtures/screens.ts';
import { violationsIn } from '../axe.ts';
import { openContactSheet } from '../contact-sheet.ts';
import { test } from '../engine-test.ts';
import { screenProblems } from '../screen-problems.ts';
import { goTo } from '../app-actions.ts';

const themes = ['light', 'dark', 'sunlight'] as const;

test('every screen in three themes: no axe violations, no overflow', async ({
  view,
  club,
  engine,
}) => {
  const screens = await signedInScreens(await club.as('polishOwner'));
  const sheet = openContactSheet(engine);
  await view.tab.goto(club.url);
  const found: string[] = [];
  for (const { name, path } of screens.filter(({ act }) => act === undefined)) {
    await goTo(view, path);
    for (const theme of themes) {
      await view.tab.evaluate((to) => (document.documentElement.dataset['theme'] = to), theme);
      const look = `${name}, ${theme}`;
      found.push(...(await screenProblems(view, look)), ...(await violationsIn(view, look)));
      sheet.add(look, await view.tab.screenshot());
    }
  }
  process.stdout.write(`The contact sheet: ${sheet.lay()}\n`);
  expect(found).toEqual([]);
});
