import { expect, type Page, type Request } from '@playwright/test';

/**
 * Counts a console page's requests that haven't ended, except the stream of changes, which stays open.
 * @returns a function that waits until the shown screen, panel or tab has its data
 */
export function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    if (!new URL(request.url()).pathname.endsWith('/events')) pending.add(request);
  });
  page.on('requestfinished', (request) => pending.delete(request));
  page.on('requestfailed', (request) => pending.delete(request));
  return async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(async () => {
      // A press starts its requests only after the next render.
      await page.evaluate(() => new Promise(requestAnimationFrame));
      expect([...pending].map((request) => request.url())).toEqual([]);
      expect(await page.getByRole('status', { name: /^Loading/ }).count()).toBe(0);
    }).toPass({ timeout: 10_000 });
  };
}
