import { expect, type Page } from '@playwright/test';

/** Dismisses all messages, to reach the elements that they cover. */
export async function dismissMessages(page: Page): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages' });
  const dismiss = messages.getByRole('button', { name: 'Dismiss' });
  // Click all of them in one call: Playwright would wait for a message that has meanwhile disappeared.
  await dismiss.evaluateAll((all) => all.forEach((button) => (button as HTMLElement).click()));
  await expect(dismiss).toHaveCount(0);
}
