import type { Page } from '@playwright/test';
import type { Club } from './club.ts';

/** Fires the browser's online event; the app then checks its server. */
export const checkConnection = (page: Page) =>
  page.evaluate(() => dispatchEvent(new Event('online')));

/**
 * Restores the network and fires the browser's online event, as when a phone regains its signal.
 * Without the event the app would only notice at its next attempt, up to half a minute later.
 */
export async function restoreNetwork(club: Club, page: Page): Promise<void> {
  club.proxy.isDown = false;
  await checkConnection(page);
}
