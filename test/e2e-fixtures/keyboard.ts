import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any screen has. */
const STOPS = 80;

/** Goes on with the Tab key until something has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not get to ${target.toString()}.`);
}

/** Chooses in a field with a list, by typing and the arrow keys. */
export async function chooseByKeys(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name });
  await tabTo(page, field);
  await page.keyboard.type(value);
  await expect(page.getByRole('option', { name: value, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue(value);
}
