import { expect, type Locator, type Page } from '@playwright/test';
import { optionOf, tileOf, tilesOf } from './manual-entry.ts';

/** More tab stops than any screen has. */
const STOPS = 80;

/** Presses Tab until the target has focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target.toString()}.`);
}

/** Chooses a suggested tile with the keyboard, or finds the value by typing. */
export async function chooseByKeys(
  page: Page,
  label: 'Type' | 'Size' | 'Variant',
  value: string,
): Promise<void> {
  const tile = tileOf(page, label, value);
  if ((await tile.count()) === 0) return findByKeys(page, label, value);
  await tabTo(page, tilesOf(page, label).getByRole('radio').first());
  await page.keyboard.press('Space');
  for (let step = 0; step < STOPS && !(await tile.isChecked()); step += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await expect(tile).toBeChecked();
}

async function findByKeys(page: Page, label: 'Type' | 'Size' | 'Variant', value: string) {
  const name = `Another ${label.toLowerCase()}`;
  await tabTo(page, page.getByRole('button', { name }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('combobox', { name }));
  await page.keyboard.type(value);
  await expect(optionOf(page, value)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(tileOf(page, label, value)).toBeChecked();
  await expect(tileOf(page, label, value)).toBeFocused();
}
