import type { Page } from '@playwright/test';
import type { Club } from './club.ts';

/** The browser says that there is a network: the app asks the server whether it is there. */
export const checkConnection = (page: Page) =>
  page.evaluate(() => dispatchEvent(new Event('online')));

/**
 * The network is there again, and the browser says so, as it does where a phone has lost its radio: the app asks at
 * once. Where only the server was away, it finds out by its next try, which can be half a minute later.
 */
export async function restoreNetwork(club: Club, page: Page): Promise<void> {
  club.proxy.isDown = false;
  await checkConnection(page);
}
