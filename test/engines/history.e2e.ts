import { expect } from '@playwright/test';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { PLAIN_PAGE, signIn } from './sign-in.ts';
import { viewOf } from './view.ts';

/** Screens that read the local database on start. */
const paths = ['/projects', '/leads', '/balance', '/scan/review', '/scan/offline', '/'];
/** WebKit blocked about every fifth load (W3); Firefox never did, and loads pages more slowly. */
const roundsByEngine = { webkit: 24, firefox: 12 };

// Leaving a page cancels what it was loading.
test.use({
  expectedProblems:
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/,
});

test(features.addresses.title, async ({ view, club, engineName }) => {
  const stuckScreens: string[] = [];
  for (let round = 1; round <= roundsByEngine[engineName]; round += 1) {
    const path = paths[round % paths.length] ?? '/';
    await view.tab.goto(club.url + path);
    // Most pages are left before they have loaded.
    if (round % 6 > 0) continue;
    await view
      .expectVisible({ role: 'heading', level: 1 })
      .then(() => view.expectAbsent({ role: 'status', text: /^Loading/ }))
      .catch((error: unknown) => stuckScreens.push(`${round}: ${String(error)}`));
  }
  expect(stuckScreens).toEqual([]);
});

test(`${features.addresses.title}: a page left immediately doesn’t block another (W3)`, async ({
  phone,
  club,
}) => {
  const view = viewOf(await phone.newTab());
  await signIn(club, view, 'romanianOwner');
  expect(await view.tab.evaluate(holdTransactions)).toBeGreaterThan(0);
  // This page enters the back-forward cache with its transactions open.
  await view.tab.goto(club.url + PLAIN_PAGE);
  const second = viewOf(await phone.newTab());
  await second.tab.goto(`${club.url}/scan/offline`);
  await second.expectVisible({ role: 'heading', name: 'Everything has been sent' });
});

/** Keeps a transaction open on each of the account's databases. Returns the number of databases. Runs in the page. */
async function holdTransactions(): Promise<number> {
  const names = (await indexedDB.databases()).flatMap(({ name }) =>
    name?.startsWith('rxdb-dexie-') ? [name] : [],
  );
  const lockRequests = names.map(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onerror = () => reject(request.error ?? new Error(name));
        request.onsuccess = () => {
          const { result: database } = request;
          const all = [...database.objectStoreNames];
          const [first = ''] = all;
          const store = database.transaction(all, 'readwrite').objectStore(first);
          // A transaction stays open while it has requests.
          const read = () => {
            store.count().onsuccess = read;
            resolve();
          };
          read();
        };
      }),
  );
  await Promise.all(lockRequests);
  return lockRequests.length;
}
