import { expect } from '@playwright/test';
import { test } from './engine-test.ts';
import { features } from './features.ts';

/** Screens that read the local database at their start. */
const paths = ['/projects', '/leads', '/balance', '/scan/review', '/scan/offline', '/'];
const changes = 60;

// A page that is left ends what it was loading.
test.use({ onPurpose: /dynamically imported module|Importing a module script failed/ });

test(`${features.addresses.title} (W3)`, async ({ view, club }) => {
  const stuck: string[] = [];
  for (let turn = 1; turn <= changes; turn += 1) {
    const path = paths[turn % paths.length] ?? '/';
    await view.tab.goto(club.url + path);
    // Most are left before they stand.
    if (turn % 5 > 0) continue;
    await view
      .see({ role: 'heading', level: 1 })
      .then(() => view.gone({ role: 'status', text: /^Loading/ }))
      .catch((error: unknown) => stuck.push(`${turn}: ${String(error)}`));
  }
  expect(stuck).toEqual([]);
});
