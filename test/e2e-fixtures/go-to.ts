import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** Time of the last DOM change. */
    changedAt?: number;
  }
}

/** A screen counts as complete after this time without changes, in ms. */
const QUIET_MS = 300;

/**
 * Records the time of the last DOM change on every page; needed by `waitUntilSettled` and `goTo`.
 */
export async function watchChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.changedAt = performance.now();
    new MutationObserver(() => (window.changedAt = performance.now())).observe(document, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
  });
}

/** Waits until the page stops changing. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await waitUntilQuiet(page, QUIET_MS, { polling: 100 });
}

/** Waits until nothing has changed on the page for the given time, in ms. */
export async function waitUntilQuiet(
  page: Page,
  forMs: number,
  options: { polling: number; timeout?: number },
): Promise<void> {
  await page.waitForFunction(
    (quietMs) => performance.now() - (window.changedAt ?? 0) > quietMs,
    forMs,
    options,
  );
}

/**
 * Opens a screen like an in-app link, which is much faster than a page load, and waits until focus
 * is set. Tours also call `waitUntilSettled`.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const isOnOtherScreen = await page.evaluate((to) => {
    if (location.pathname + location.search === to) return false;
    // A key press cancels focus that is still pending for the previous heading.
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState(null, '', to);
    return true;
  }, path);
  if (isOnOtherScreen) await page.waitForFunction(() => document.activeElement !== document.body);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeAttached();
}
