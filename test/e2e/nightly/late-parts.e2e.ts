import { expect } from '@playwright/test';
import { calls } from '#schemas/api/calls.ts';
import type { DemoSerial } from '#server/demo/serials.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { takeShifts, watchShifts } from '#test/e2e-fixtures/layout-shift.ts';
import { captureManually, saveToFirstProject } from '#test/e2e-fixtures/manual-entry.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.beforeEach(async ({ phone: { page } }) => {
  await watchChanges(page);
  await watchShifts(page);
});

/** Maximum layout shift. If only the notice about the product appeared late, the shift would be 0.047. */
const MAX_SHIFT = 0.01;
/** Longer than a screen waits for missing parts, in ms after the page's start. */
const LOCKED_MS = 3_000;

/** Locks a database when the page starts, as if the phone read it slowly. Runs in the page. */
function lockAtStart({ name, until }: { name: string; until: number }): void {
  const opening = indexedDB.open(name);
  opening.onsuccess = () => {
    const database = opening.result;
    const [store = ''] = database.objectStoreNames;
    const transaction = database.transaction([...database.objectStoreNames], 'readwrite');
    const rows = transaction.objectStore(store);
    const keepLocked = () => {
      if (performance.now() > until) return database.close();
      rows.count().addEventListener('success', keepLocked);
    };
    keepLocked();
  };
}

test('a project whose products are read late doesn’t shift', async ({ club, phone: { page } }) => {
  await signIn(club, page, 'polishOwner');
  club.proxy.addFault(calls.sendScans, { kind: 'refuse', code: 'internal' }, { times: 999 });
  const [serial] = plainSerials(1) as [DemoSerial];
  await captureManually(page, serial);
  await saveToFirstProject(page);
  const notice = page.getByText('1 product hasn’t been sent yet.');
  await expect(notice).toBeVisible();
  const scans = await page.evaluate(async () => {
    const databases = await indexedDB.databases();
    return databases.find(({ name }) => name?.endsWith('--scans'))?.name ?? '';
  });
  await page.addInitScript(lockAtStart, { name: scans, until: LOCKED_MS });
  await page.reload();
  await expect(notice).toBeVisible();
  expect(await page.evaluate(() => performance.now())).toBeGreaterThan(LOCKED_MS);
  await waitUntilSettled(page);
  const shifts = await takeShifts(page);
  expect(shifts.filter(({ value }) => value > MAX_SHIFT)).toEqual([]);
});
