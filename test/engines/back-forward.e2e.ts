import { expect } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { PLAIN_PAGE } from './sign-in.ts';
import { viewOf } from './view.ts';
import { captureManually, countsOf, saveToFirstProject, countSends } from './app-actions.ts';

const [serial] = plainSerials(1, 90) as [DemoSerial];

test(`${features.cachedTab.title} (W2)`, async ({ view, defaultBrowser, club }) => {
  const owner = await club.as('polishOwner');
  await view.tab.goto(`${club.url}/projects`);
  await view.expectVisible({ role: 'heading', level: 1 });
  const second = viewOf(await defaultBrowser.newTab());
  await second.tab.goto(`${club.url}/scan/offline`);
  await second.expectVisible({ role: 'heading', name: 'Everything has been sent' });
  await second.tab.goto(club.url + PLAIN_PAGE);
  await second.tab.back();
  await second.expectVisible({ role: 'heading', name: 'Everything has been sent' });
  await view.tab.goto('about:blank');
  await captureManually(second, serial);
  await saveToFirstProject(second);
  await expect.poll(() => countsOf(owner, [serial]), { timeout: 30_000 }).toEqual([1]);
  expect(countSends(club, serial)).toBe(1);
  await second.tab.close();
});
