import { expect, type Page } from '@playwright/test';

/** Home's to-do list. */
export const todoList = (page: Page) => page.getByRole('list', { name: 'Needs your attention' });

/** Expands the to-do list if it is collapsed. */
export async function showAllTodos(page: Page): Promise<void> {
  await expect(todoList(page)).toBeVisible({ timeout: 30_000 });
  const showAllButton = page.getByRole('button', { name: /^Show all \d+$/ });
  if (await showAllButton.isVisible()) await showAllButton.click();
}
