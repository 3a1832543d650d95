import { expect } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { viewOf } from './view.ts';
import {
  captureManually,
  countsOf,
  goTo,
  isLeader,
  saveToFirstProject,
  countSends,
} from './app-actions.ts';

test(features.tabs.title, async ({ view, defaultBrowser, club }) => {
  // A retry uses other products, since the server has saved the first ones.
  const [sharedSerial, laterSerial] = plainSerials(2, 60 + 3 * test.info().retry) as [
    DemoSerial,
    DemoSerial,
  ];
  const owner = await club.as('polishOwner');
  await view.tab.goto(`${club.url}/scan/review`);
  await view.waitUntil('the first tab leads', () => isLeader(view), 30_000);
  const second = viewOf(await defaultBrowser.newTab());
  await second.tab.goto(`${club.url}/projects`);
  await second.expectVisible({ role: 'heading', level: 1 });
  await captureManually(second, sharedSerial);
  expect(await isLeader(second)).toBe(false);
  await view.tab.show();
  await view.expectVisible({ text: new RegExp(sharedSerial.code) });
  await second.tab.show();
  await saveToFirstProject(second);
  await expect.poll(() => countsOf(owner, [sharedSerial]), { timeout: 30_000 }).toEqual([1]);
  await view.tab.show();
  await view.expectAbsent({ text: new RegExp(sharedSerial.code) });
  // In the other direction: the leader writes, and the other tab shows it.
  await captureManually(view, laterSerial);
  await goTo(second, '/scan/review');
  await second.tab.show();
  await second.expectVisible({ text: new RegExp(laterSerial.code) });
  await view.tab.goto('about:blank');
  await second.waitUntil('the second tab leads', () => isLeader(second), 30_000);
  await saveToFirstProject(second);
  await expect.poll(() => countsOf(owner, [laterSerial]), { timeout: 30_000 }).toEqual([1]);
  expect([sharedSerial, laterSerial].map((serial) => countSends(club, serial))).toEqual([1, 1]);
  await second.tab.close();
});
