import { expect, type Page } from '@playwright/test';

/** What runs out or waits for the person, on home. */
export const todoList = (page: Page) => page.getByRole('list', { name: 'Waiting for you' });

/** Opens the rest of it, where there is more than stands at first. */
export async function showAllTodos(page: Page): Promise<void> {
  await expect(todoList(page)).toBeVisible({ timeout: 30_000 });
  const all = page.getByRole('button', { name: /^All \d+$/ });
  if (await all.isVisible()) await all.click();
}
