import { expect } from '@playwright/test';
import { screensOf } from '#test/e2e-fixtures/screens.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { lookAt } from './looks.ts';
import { goTo, untilCameraRuns } from './work.ts';

const SCANNER = '/scan';

test(features.screens.title, async ({ view, club }) => {
  const screens = await screensOf(await club.as('polishOwner'));
  const plain = screens.filter(({ act, path }) => act === undefined && path !== SCANNER);
  await view.tab.goto(club.url);
  await view.see({ role: 'main' });
  const found: string[] = [];
  for (const { name, path } of plain) {
    await goTo(view, path);
    found.push(...(await lookAt(view, name)));
  }
  expect(found).toEqual([]);
});

test(`${features.screens.title} (C2)`, async ({ view, club }) => {
  await view.tab.goto(club.url + SCANNER);
  await untilCameraRuns(view);
  expect(await lookAt(view, 'scanner')).toEqual([]);
});
