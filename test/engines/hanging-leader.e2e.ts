import { expect } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import {
  captureManually,
  countsOf,
  goTo,
  isLeader,
  saveToFirstProject,
  countSends,
} from './app-actions.ts';
import { signIn } from './sign-in.ts';
import { test, blockServiceWorker } from './engine-test.ts';
import { features } from './features.ts';
import { viewOf } from './view.ts';

/** Time the leader tab hangs, in ms: longer than a takeover takes. */
const HANG_MS = 25_000;

// Firefox may run the worker in the process of the hung tab, which blocks the other tab's requests.
blockServiceWorker();

test(features.hungTab.title, async ({ phone, club }) => {
  const view = viewOf(await phone.newTab());
  await signIn(club, view, 'polishOwner');
  // A retry uses another product, since the server has saved the first one.
  const [serial] = plainSerials(1, 62 + 3 * test.info().retry) as [DemoSerial];
  const owner = await club.as('polishOwner');
  await view.tab.goto(`${club.url}/projects`);
  await view.waitUntil('the first tab leads', () => isLeader(view), 30_000);
  const second = viewOf(await phone.newTab());
  await second.tab.goto(`${club.url}/projects`);
  await second.expectVisible({ role: 'heading', level: 1, name: 'Projects' });
  // Load these screens' code now, so that later waits depend only on the leader.
  for (const path of ['/scan/manual', '/scan/review', '/projects/select', '/projects'])
    await goTo(second, path);
  await view.tab.evaluate((ms) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      const end = performance.now() + ms;
      while (performance.now() < end);
    });
    port1.start();
    // Yield with a message, because timers of a hidden tab are throttled.
    port2.postMessage(null);
  }, HANG_MS);
  const begin = performance.now();
  await captureManually(second, serial);
  await saveToFirstProject(second);
  await expect.poll(() => countsOf(owner, [serial]), { timeout: HANG_MS }).toEqual([1]);
  expect(performance.now() - begin).toBeLessThan(HANG_MS);
  // The resumed tab is no longer the leader and sends nothing again.
  await view.waitUntil(
    'the first tab responds again',
    () => view.tab.evaluate(() => true),
    2 * HANG_MS,
  );
  await goTo(view, '/scan/offline');
  await view.expectVisible({ role: 'heading', name: 'Everything has been sent' });
  expect(await countsOf(owner, [serial])).toEqual([1]);
  expect(countSends(club, serial)).toBe(1);
  await second.tab.close();
});
