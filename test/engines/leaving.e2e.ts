import { expect } from '@playwright/test';
import { gate } from '#test/sync/fault-proxy.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { PLAIN_PAGE, signIn } from './sign-in.ts';
import { viewOf } from './view.ts';

// Leaving a page cancels what it was loading.
test.use({
  expectedProblems: /imported module|module script failed|part of the app could not be loaded/,
});

test.afterEach(({ club }) => {
  club.proxy.decide = () => undefined;
});

test(`${features.leaving.title} (F1)`, async ({ phone, club }) => {
  const view = viewOf(await phone.newTab());
  const scriptGate = gate();
  let holdsScripts = false;
  let heldCount = 0;
  club.proxy.decide = ({ path }) => {
    // A service worker would serve the code from its cache.
    if (path === '/service-worker.js') return { kind: 'cut' };
    if (!holdsScripts || !/^\/assets\/.*\.js$/.test(path)) return undefined;
    heldCount += 1;
    return { kind: 'hold', until: scriptGate.until };
  };
  await signIn(club, view, 'romanianOwner');
  holdsScripts = true;
  await view.tab.evaluate(() => history.pushState(null, '', '/shop'));
  await expect.poll(() => heldCount).toBeGreaterThan(0);
  await view.tab.leaveFor(`${club.url}${PLAIN_PAGE}?left`);
  holdsScripts = false;
  scriptGate.open();
  await view.waitUntil(
    'the other page is open',
    async () => (await view.tab.url()).endsWith('?left'),
    8_000,
  );
  // A reload of the previous page would have set this mark, and cancelled the navigation.
  const reloadMark = await view.tab.evaluate(() =>
    sessionStorage.getItem('reloaded-for-missing-chunk'),
  );
  expect(reloadMark).toBeNull();
  await view.tab.goto(`${club.url}/scan/offline`);
  await view.expectVisible({ role: 'heading', name: 'Everything has been sent' });
});
