import { expect } from '@playwright/test';
import { test } from './engine-test.ts';
import { features } from './features.ts';
import { signIn } from './sign-in.ts';
import { viewOf } from './view.ts';

/** Screens that read the local database on start. */
const paths = ['/projects', '/leads', '/balance', '/scan/review', '/scan/offline', '/'];
const changes = 60;

// Leaving a page cancels what it was loading.
test.use({ expectedProblems: /dynamically imported module|Importing a module script failed/ });

test(features.addresses.title, async ({ view, club }) => {
  const stuck: string[] = [];
  for (let turn = 1; turn <= changes; turn += 1) {
    const path = paths[turn % paths.length] ?? '/';
    await view.tab.goto(club.url + path);
    // Most pages are left before they have loaded.
    if (turn % 6 > 0) continue;
    await view
      .see({ role: 'heading', level: 1 })
      .then(() => view.gone({ role: 'status', text: /^Loading/ }))
      .catch((error: unknown) => stuck.push(`${turn}: ${String(error)}`));
  }
  expect(stuck).toEqual([]);
});

test(`${features.addresses.title}: a page left at once doesn’t block another (W3)`, async ({
  phone,
  club,
}) => {
  const view = viewOf(await phone.newTab());
  await signIn(club, view, 'romanianOwner');
  await view.tab.goto('about:blank');
  const second = viewOf(await phone.newTab());
  await second.tab.goto(`${club.url}/scan/offline`);
  await second.see({ role: 'heading', name: 'Everything has been sent' }, 8_000);
});
