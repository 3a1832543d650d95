import { expect } from '@playwright/test';
import { demoAccounts } from '#server/demo/accounts.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { PLAIN_PAGE, signIn } from './sign-in.ts';
import type { Browser } from './tab.ts';
import { type View, viewOf } from './view.ts';
import { captureManually, goTo } from './app-actions.ts';

const [piece] = plainSerials(1, 95) as [DemoSerial];

test.beforeEach(({ engine, club }) => {
  // Firefox keeps storage in its main process.
  // oxlint-disable-next-line vitest/no-disabled-tests
  test.skip(engine.name === 'firefox', features.lostStorage.not.firefox);
  // Without a worker, each page comes from the network.
  club.proxy.decide = ({ path }) => (path === '/service-worker.js' ? { kind: 'cut' } : undefined);
});
test.afterEach(({ club }) => {
  club.proxy.decide = () => undefined;
});
test.use({
  expectedProblems: /Indexed Database|IndexedDB|InvalidStateError|UnknownError|AbortError/,
});

function viewAfterLoss({ loseStorage }: Browser): View {
  if (loseStorage === null) throw new Error('This engine keeps storage in its main process.');
  return viewOf(loseStorage());
}

/** Lists a person's databases and keys left on the device, in a new document. */
async function leftOf(view: View, url: string, userId: string): Promise<string[]> {
  await view.until('the plain page is there', async () => {
    if ((await view.tab.url()).endsWith(PLAIN_PAGE)) return true;
    await view.tab.goto(url + PLAIN_PAGE);
    return false;
  });
  return view.tab.evaluate(async (id) => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return [...databases, ...Object.keys(localStorage)].filter((name) => name.includes(id));
  }, userId);
}

test(`${features.lostStorage.title}: “Clear data and restart” deletes all (W1)`, async ({
  phone,
  club,
}) => {
  test.fixme(true, 'The page recovers, so its error page with the button is not reached.');
  const before = viewOf(await phone.newTab());
  await signIn(club, before, 'romanianOwner');
  await captureManually(before, piece);
  const view = viewAfterLoss(phone);
  const clear = { role: 'button', name: 'Clear data and restart' };
  const isOffered = async () => {
    await goTo(view, '/menu');
    await goTo(view, '/scan/review');
    await view.see(clear, 4_000);
    return true;
  };
  await view.until('the screen can’t be shown', isOffered, 40_000);
  await view.press(clear);
  await view.press({ role: 'button', name: /^(Clear|Discard) and restart$/ });
  await view.see({ role: 'heading', level: 1, name: 'Your work, in points' }, 30_000);
  expect(await leftOf(view, club.url, demoAccounts.romanianOwner.userId)).toEqual([]);
});

test(`${features.lostStorage.title}: the page reloads when it is seen again (W4)`, async ({
  phone,
  club,
}) => {
  const before = viewOf(await phone.newTab());
  await signIn(club, before, 'romanianOwner');
  // Load these screens' code while the network process exists.
  for (const path of ['/scan/review', '/menu']) await goTo(before, path);
  await before.tab.evaluate(() => void Object.assign(window, { isOld: true }));
  const view = viewAfterLoss(phone);
  await goTo(view, '/scan/review');
  await view.tab.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')));
  await view.until(
    'the page is a new one',
    () => view.tab.evaluate(() => !('isOld' in window)),
    10_000,
  );
  await view.see({ text: 'Nothing to review' });
});
