import { expect, type Page } from '@playwright/test';

/** What runs out or waits for the person, on home. */
export const waitingList = (page: Page) => page.getByRole('list', { name: 'Waiting for you' });

/** Opens the rest of it, where there is more than stands at first. */
export async function showAllThatWaits(page: Page): Promise<void> {
  await expect(waitingList(page)).toBeVisible({ timeout: 30_000 });
  const all = page.getByRole('button', { name: /^All \d+$/ });
  if (await all.isVisible()) await all.click();
}
