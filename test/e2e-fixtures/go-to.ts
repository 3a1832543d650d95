import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** When the page changed last. */
    changedAt?: number;
  }
}

/** So long nothing may come, in ms, before a screen is taken for complete. */
const QUIET_MS = 300;

/** Has every page note when it changed last: `untilComplete` and `goTo` stand on it. */
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

/** Waits until nothing changes on the page any more. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await waitUntilQuiet(page, QUIET_MS, { polling: 100 });
}

/** Waits until nothing has changed on the page for so long, in ms. */
export async function waitUntilQuiet(
  page: Page,
  forMs: number,
  options: { polling: number; timeout?: number },
): Promise<void> {
  await page.waitForFunction(
    (quiet) => performance.now() - (window.changedAt ?? 0) > quiet,
    forMs,
    options,
  );
}

/**
 * Opens a screen as a link within the app does, which is far quicker than anew by its address, and waits until it
 * has the focus: on its heading, or where the screen itself puts it. Tours wait for `untilComplete`, too.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  const isElsewhere = await page.evaluate((to) => {
    if (location.pathname + location.search === to) return false;
    // As before any press: what still follows the heading of the screen before lets it go.
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift', bubbles: true }));
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    history.pushState(null, '', to);
    return true;
  }, path);
  if (isElsewhere) await page.waitForFunction(() => document.activeElement !== document.body);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeAttached();
}
