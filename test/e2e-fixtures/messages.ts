import { expect, type Page } from '@playwright/test';

/** Dismisses all messages, to reach what they cover. */
export async function dismissMessages(page: Page): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages' });
  const dismiss = messages.getByRole('button', { name: 'Dismiss' });
  // All at once, since Playwright would wait for one that disappears in the meantime.
  await dismiss.evaluateAll((all) => all.forEach((button) => (button as HTMLElement).click()));
  await expect(dismiss).toHaveCount(0);
}
