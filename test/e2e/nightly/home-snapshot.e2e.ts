import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { homeState } from '#test/e2e-fixtures/home.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

declare global {
  interface Window {
    /** Lets the store's databases open. */
    openStore?: () => void;
  }
}

/** Delays opening the store, from the next start on. */
async function holdStore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    const heldEvents: (() => void)[] = [];
    let isHeld = true;
    window.openStore = () => {
      isHeld = false;
      for (const release of heldEvents) release();
    };
    IDBFactory.prototype.open = function (name: string, version?: number) {
      const request = open.call(this, name, version);
      if (!isHeld || !name.startsWith('rxdb-')) return request;
      const holdEvent = (event: Event) => {
        if (!isHeld) return;
        event.stopImmediatePropagation();
        heldEvents.push(() => request.dispatchEvent(new Event(event.type)));
      };
      request.addEventListener('success', holdEvent);
      return request;
    };
  });
}

/** Storage keys of the home screen's snapshot. */
const snapshotKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => /^draft:.*:home$/.test(key)));
const main = (page: Page) => page.getByRole('main');
const rows = (page: Page) => main(page).getByRole('list', { name: 'Open projects' });
const points = (page: Page) => main(page).getByRole('region', { name: 'Points' });

test('home shows its snapshot while the store opens, then live data', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  await expect.poll(() => snapshotKeys(page)).toHaveLength(1);
  const last = { rows: await rows(page).innerText(), points: await points(page).innerText() };

  await holdStore(page);
  await page.reload();
  await expect.poll(() => homeState(page)).toBe('last');
  await expect(points(page)).toHaveText(last.points, { useInnerText: true });
  await expect(rows(page)).toHaveText(last.rows, { useInnerText: true });
  await expect(page.getByRole('banner')).toContainText(/Good \w+, /);
  // Focus in the snapshot moves on to the heading.
  await rows(page).getByRole('link').first().focus();

  await page.evaluate(() => window.openStore?.());
  await expect.poll(() => homeState(page)).toBe('now');
  await expect(points(page)).toHaveText(last.points, { useInnerText: true });
  await expect(rows(page)).toHaveText(last.rows, { useInnerText: true });
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('home’s snapshot has working links and is deleted with the account', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  await expect.poll(() => snapshotKeys(page)).toHaveLength(1);
  await holdStore(page);
  await page.reload();
  await expect.poll(() => homeState(page)).toBe('last');
  const project = await rows(page).getByRole('link').first().innerText();
  await rows(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/projects\//);
  await page.evaluate(() => window.openStore?.());
  const title = main(page).getByRole('heading', { level: 1 });
  await expect(title).toHaveText(project.split('\n')[0] ?? '');

  await page.getByRole('link', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('button', { name: 'Use email' })).toBeVisible();
  // The snapshot is deleted after the database has closed, so that no screen saves it again.
  await expect.poll(() => snapshotKeys(page)).toEqual([]);
});
