import { expect } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import { plainSerials } from '#test/e2e-fixtures/labels.ts';
import { addButton, captureManually, enterManually, waitUntilInstalled } from '../app-actions.ts';
import { test } from '../engine-test.ts';
import { signIn } from '../sign-in.ts';
import { type View, viewOf } from '../view.ts';

/** Enough for the app and its data, in megabytes. */
const STORAGE_MB = 150;

const [savedSerial, rejectedSerial] = plainSerials(2, 520) as [DemoSerial, DemoSerial];

/**
 * Stores bytes until the browser rejects them.
 * @returns the name of its error, or null at twice the limit
 */
function fillStorage(view: View): Promise<string | null> {
  return view.tab.evaluate(
    async (limit) => {
      const request = indexedDB.open('ballast', 1);
      request.onupgradeneeded = () =>
        request.result.createObjectStore('bytes', { autoIncrement: true });
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error as DOMException);
      });
      const add = (bytes: number) =>
        new Promise<DOMException | null>((resolve) => {
          const change = database.transaction('bytes', 'readwrite');
          change.oncomplete = () => resolve(null);
          change.onabort = () => resolve(change.error);
          try {
            change.objectStore('bytes').add(crypto.getRandomValues(new Uint8Array(bytes)));
          } catch {
            // After a rejected write, Firefox allows only deletions in the next transaction.
            change.oncomplete = () => resolve(add(bytes));
          }
        });
      // Use smaller and smaller chunks, until not even one more document fits.
      let last: DOMException | null = null;
      for (let bytes = 65_536, total = 0; bytes >= 1_024 && total < limit;) {
        const error = await add(bytes);
        if (error) [last, bytes] = [error, bytes / 4];
        else total += bytes;
      }
      database.close();
      return last && last.name;
    },
    2 * STORAGE_MB * 1_048_576,
  );
}

test.use({ expectedProblems: /Quota|quota/ });

test('work that doesn’t fit into full storage isn’t shown as saved, and saved work is kept', async ({
  engine,
  club,
}) => {
  const browser = await engine.open({ storageMb: STORAGE_MB });
  try {
    const view = viewOf(await browser.newTab());
    await signIn(club, view, 'czechOwner');
    await waitUntilInstalled(view);
    await captureManually(view, savedSerial);
    expect(await fillStorage(view)).toBe('QuotaExceededError');
    await enterManually(view, rejectedSerial);
    await view.press(addButton);
    await view.expectVisible({
      role: 'alert',
      text: /This phone is full, so this wasn’t saved\./,
    });
    await view.tab.evaluate(() => void indexedDB.deleteDatabase('ballast'));
    await view.press(addButton);
    for (const { code } of [savedSerial, rejectedSerial])
      await view.expectVisible({ text: new RegExp(code) });
  } finally {
    await browser.dispose();
  }
});
