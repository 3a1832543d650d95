import { expect } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { type View, viewOf } from './view.ts';
import { captureManually, countsOf, goTo, saveToFirstProject, sendsOf } from './app-actions.ts';

/** A second try has other products: the server keeps those of the first. */
const serials = () =>
  plainSerials(3, 60 + 3 * test.info().retry) as [DemoSerial, DemoSerial, DemoSerial];

/** Time the leader tab hangs, in ms: longer than a takeover takes. */
const hangsFor = 25_000;

/** Loads only in the leader tab. */
const leads = (view: View) =>
  view.tab.evaluate(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/replication-')),
  );

test(features.tabs.title, async ({ view, usual, club }) => {
  const [shared, afterwards] = serials();
  const owner = await club.as('polishOwner');
  await view.tab.goto(`${club.url}/scan/review`);
  await view.until('the first tab leads', () => leads(view), 30_000);
  const second = viewOf(await usual.newTab());
  await second.tab.goto(`${club.url}/projects`);
  await second.see({ role: 'heading', level: 1 });
  await captureManually(second, shared);
  expect(await leads(second)).toBe(false);
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
  await second.until('the second tab leads', () => leads(second), 30_000);
  await saveToFirstProject(second);
  await expect.poll(() => countsOf(owner, [afterwards]), { timeout: 30_000 }).toEqual([1]);
  expect([shared, afterwards].map((piece) => sendsOf(club, piece))).toEqual([1, 1]);
  await second.tab.close();
});

test(features.hungTab.title, async ({ view, usual, club }) => {
  const [, , whileHung] = serials();
  const owner = await club.as('polishOwner');
  await view.tab.goto(`${club.url}/projects`);
  await view.until('the first tab leads', () => leads(view), 30_000);
  const second = viewOf(await usual.newTab());
  await second.tab.goto(`${club.url}/projects`);
  await second.see({ role: 'heading', level: 1, name: 'Projects' });
  // Load these screens' code now, so that only the leader is waited for.
  for (const path of ['/scan/manual', '/scan/review', '/projects/select', '/projects'])
    await goTo(second, path);
  await view.tab.evaluate((ms) => {
    setTimeout(() => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    }, 0);
  }, hangsFor);
  const begin = performance.now();
  await captureManually(second, whileHung);
  await saveToFirstProject(second);
  await expect.poll(() => countsOf(owner, [whileHung]), { timeout: hangsFor }).toEqual([1]);
  expect(performance.now() - begin).toBeLessThan(hangsFor);
  // The resumed tab is no longer the leader and sends nothing again.
  await view.until('the first tab is awake', () => view.tab.evaluate(() => true), 2 * hangsFor);
  await goTo(view, '/scan/offline');
  await view.see({ role: 'heading', name: 'Everything has been sent' });
  expect(await countsOf(owner, [whileHung])).toEqual([1]);
  expect(sendsOf(club, whileHung)).toBe(1);
  await second.tab.close();
});
