import { expect, type Page } from '@playwright/test';

/** Takes the messages over the screen away, as whoever wants to press what lies under them does. */
export async function dismissMessages(page: Page): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages' });
  const dismiss = messages.getByRole('button', { name: 'Dismiss' });
  // All at once: one that ends by itself meanwhile would be waited for.
  await dismiss.evaluateAll((all) => all.forEach((one) => (one as HTMLElement).click()));
  await expect(dismiss).toHaveCount(0);
}
