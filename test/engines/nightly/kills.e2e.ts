import { expect } from '@playwright/test';
import { MINUTE_MS } from '#schemas/durations.ts';
import { seededRandom, between } from '#server/demo/seeded-random.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { test } from '../engine-test.ts';
import { signIn } from '../sign-in.ts';
import { minutes, seed } from './settings.ts';
import { viewOf } from '../view.ts';
import {
  captureManually,
  countsOf,
  restoreNetwork,
  saveToFirstProject,
  waitUntilInstalled,
} from '../app-actions.ts';

/** Maximum time from starting a capture to killing the browser, in ms. */
const latestKill = 6_000;

test.use({ workerName: 'kills' });
// Killing or disconnecting a page cancels what it was loading.
test.use({ expectedProblems: /./ });

test('saved work counts exactly once, even if the browser is killed repeatedly, online and offline', async ({
  phone,
  club,
}) => {
  const random = seededRandom(seed());
  const owner = await club.as('czechOwner');
  let view = viewOf(await phone.newTab());
  await signIn(club, view, 'czechOwner');
  await waitUntilInstalled(view);
  const savedSerials: DemoSerial[] = [];
  const enteredSerials: DemoSerial[] = [];
  const serials = plainSerials(400, 100);
  const endsAt = Date.now() + minutes(20) * MINUTE_MS;
  for (let round = 0; Date.now() < endsAt; round += 1) {
    const serial = serials[round];
    if (!serial) break;
    enteredSerials.push(serial);
    club.proxy.isDown = random() < 0.5;
    const capture = captureManually(view, serial)
      .then(() => saveToFirstProject(view))
      .then(() => void savedSerials.push(serial))
      // The browser was killed in the meantime.
      .catch(() => undefined);
    if (random() < 0.6) {
      const killDelay = new Promise((resolve) => {
        setTimeout(resolve, between(random, 200, latestKill));
      });
      await Promise.race([capture, killDelay]);
      await phone.kill();
      await capture;
      await phone.start();
      view = viewOf(await phone.newTab());
      await view.tab.goto(club.url);
    } else await capture;
  }
  await restoreNetwork(club, view);
  await view.tab.goto(`${club.url}/scan/offline`);
  await view.expectVisible(
    { text: /^(Everything has been sent|Nothing is ready to be sent\.)$/ },
    120_000,
  );
  process.stdout.write(
    `${enteredSerials.length} products, at least ${savedSerials.length} of them saved\n`,
  );
  expect(await countsOf(owner, savedSerials)).toEqual(savedSerials.map(() => 1));
  expect(Math.max(0, ...(await countsOf(owner, enteredSerials)))).toBeLessThanOrEqual(1);
});
