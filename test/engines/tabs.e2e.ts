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
  sendsOf,
} from './app-actions.ts';

test(features.tabs.title, async ({ view, usual, club }) => {
  // A retry uses other products, since the server has saved the first ones.
  const [shared, afterwards] = plainSerials(2, 60 + 3 * test.info().retry) as [
    DemoSerial,
    DemoSerial,
  ];
  const owner = await club.as('polishOwner');
  await view.tab.goto(`${club.url}/scan/review`);
  await view.until('the first tab leads', () => isLeader(view), 30_000);
  const second = viewOf(await usual.newTab());
  await second.tab.goto(`${club.url}/projects`);
  await second.see({ role: 'heading', level: 1 });
  await captureManually(second, shared);
  expect(await isLeader(second)).toBe(false);
  await view.tab.show();
  await view.see({ text: new RegExp(shared.code) });
  await second.tab.show();
  await saveToFirstProject(second);
  await expect.poll(() => countsOf(owner, [shared]), { timeout: 30_000 }).toEqual([1]);
  await view.tab.show();
  await view.gone({ text: new RegExp(shared.code) });
  // In the other direction: the leader writes, and the other tab shows it.
  await captureManually(view, afterwards);
  await goTo(second, '/scan/review');
  await second.tab.show();
  await second.see({ text: new RegExp(afterwards.code) });
  await view.tab.goto('about:blank');
  await second.until('the second tab leads', () => isLeader(second), 30_000);
  await saveToFirstProject(second);
  await expect.poll(() => countsOf(owner, [afterwards]), { timeout: 30_000 }).toEqual([1]);
  expect([shared, afterwards].map((piece) => sendsOf(club, piece))).toEqual([1, 1]);
  await second.tab.close();
});
