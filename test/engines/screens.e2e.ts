import { expect } from '@playwright/test';
import { signedInScreens } from '#test/e2e-fixtures/screens.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { screenProblems } from './screen-problems.ts';
import { goTo, waitUntilCameraRuns } from './app-actions.ts';

const SCANNER = '/scan';

test(features.screens.title, async ({ view, club }) => {
  const screens = await signedInScreens(await club.as('polishOwner'));
  const plain = screens.filter(({ act, path }) => act === undefined && path !== SCANNER);
  await view.tab.goto(club.url);
  await view.see({ role: 'main' });
  const found: string[] = [];
  for (const { name, path } of plain) {
    await goTo(view, path);
    found.push(...(await screenProblems(view, name)));
  }
  expect(found).toEqual([]);
});

test(`${features.screens.title} (C2)`, async ({ view, club }) => {
  await view.tab.goto(club.url + SCANNER);
  await waitUntilCameraRuns(view);
  expect(await screenProblems(view, 'scanner')).toEqual([]);
});
