import { expect } from '@playwright/test';
import { signedInScreens } from '#test/e2e-fixtures/screens.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { screenProblems } from './screen-problems.ts';
import { goTo, waitUntilCameraRuns } from './app-actions.ts';

const SCANNER = '/scan';

test(features.screens.title, async ({ view, club }) => {
  const screens = await signedInScreens(await club.as('polishOwner'));
  const plainScreens = screens.filter(
    ({ action, path }) => action === undefined && path !== SCANNER,
  );
  await view.tab.goto(club.url);
  await view.expectVisible({ role: 'main' });
  const problems: string[] = [];
  for (const { name, path } of plainScreens) {
    await goTo(view, path);
    problems.push(...(await screenProblems(view, name)));
  }
  expect(problems).toEqual([]);
});

test(`${features.screens.title} (C2)`, async ({ view, club }) => {
  await view.tab.goto(club.url + SCANNER);
  await waitUntilCameraRuns(view);
  expect(await screenProblems(view, 'scanner')).toEqual([]);
});
