import { expect } from '@playwright/test';
import { demoAccounts } from '#server/demo/accounts.ts';
import { RELOAD_MARK } from '#src/shell/behaviour/reload-when-idle.ts';
import { test, blockServiceWorker } from './engine-test.ts';
import { features } from './features.ts';
import { signIn } from './sign-in.ts';
import type { Browser } from './tab.ts';
import { type View, viewOf } from './view.ts';
import { goTo } from './app-actions.ts';

blockServiceWorker();
test.beforeEach(({ engine }) => {
  // Firefox keeps storage in its main process.
  // oxlint-disable-next-line vitest/no-disabled-tests
  test.skip(engine.name === 'firefox', features.lostStorage.unsupported.firefox);
});
test.use({
  expectedProblems:
    /Indexed Database|IndexedDB|InvalidStateError|UnknownError|AbortError|OpenFailedError/,
});

function viewAfterLoss({ loseStorage }: Browser): View {
  if (loseStorage === null) throw new Error('This engine keeps storage in its main process.');
  return viewOf(loseStorage());
}

/** True if IndexedDB works, and neither it nor localStorage contains the person's id. */
function isErased(view: View, userId: string): Promise<boolean> {
  return view.tab.evaluate(async (id) => {
    const databases = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const storedEntries = [...databases, ...Object.entries(localStorage).flat()];
    // A page that lost its storage gets an empty list.
    return databases.length > 0 && !storedEntries.some((text) => text.includes(id));
  }, userId);
}

// “Clear data and restart” on the error page deletes the data in the same way, but the app recovers before that page
// appears.
test(`${features.lostStorage.title}: signing out deletes everything (W1)`, async ({
  phone,
  club,
}) => {
  const before = viewOf(await phone.newTab());
  await signIn(club, before, 'romanianOwner');
  // Load this screen's code while the network process exists.
  await goTo(before, '/menu');
  // Mark the page as already reloaded without success; otherwise it reloads before the sheet opens.
  await before.tab.evaluate(
    (mark) => sessionStorage.setItem(mark, String(Date.now())),
    RELOAD_MARK,
  );
  const view = viewAfterLoss(phone);
  await view.press({ role: 'button', name: 'Sign out' });
  await view.press({
    role: 'button',
    name: 'Sign out',
    within: { role: 'dialog', name: 'Sign out?' },
  });
  await view.expectVisible({ role: 'heading', level: 1, name: 'Earn points for your work' });
  // This page can't delete anything; it reloads, and the app then deletes the data.
  const { userId } = demoAccounts.romanianOwner;
  await view.waitUntil("the person's data is erased", () => isErased(view, userId), 40_000);
});

test(`${features.lostStorage.title}: the page reloads when it is visible again (W4)`, async ({
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
  await view.waitUntil(
    'the page is a new one',
    () => view.tab.evaluate(() => !('isOld' in window)),
    10_000,
  );
  await view.expectVisible({ text: 'Nothing to review' });
});

test(`${features.lostStorage.title}: an edited form isn’t reloaded until it is discarded`, async ({
  phone,
  club,
}) => {
  const before = viewOf(await phone.newTab());
  await signIn(club, before, 'romanianOwner');
  await goTo(before, '/user/edit');
  const field = { role: 'textbox', name: 'First name' } as const;
  await before.fill(field, 'Mihaela');
  const view = viewAfterLoss(phone);
  await view.expectVisible({ text: 'The app can’t use this phone’s storage' }, 60_000);
  await view.expectVisible({ text: 'Save or discard your changes first.' });
  expect(await view.values(field)).toEqual(['Mihaela']);
});
