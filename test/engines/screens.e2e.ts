import { expect } from '@playwright/test';
import { screensOf } from '#test/e2e-fixtures/screens.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { lookAt } from './looks.ts';
import { goTo } from './work.ts';

test(features.screens.title, async ({ view, club }) => {
  const screens = await screensOf(await club.as('polishOwner'));
  const plain = screens.filter(({ act }) => act === undefined);
  await view.tab.goto(club.url);
  const found: string[] = [];
  for (const { name, path } of plain) {
    await goTo(view, path);
    found.push(...(await lookAt(view, name)));
  }
  expect(found).toEqual([]);
});
