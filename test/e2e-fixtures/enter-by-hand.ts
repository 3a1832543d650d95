import { expect, type Page } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import type { Club } from './club.ts';

/** Captures a piece by hand; online the registry is asked, offline it is taken on trust. */
export async function captureByHand(club: Club, page: Page, serial: DemoSerial): Promise<void> {
  await page.goto(`${club.url}/scan/manual`);
  await enterByHand(page, serial);
  await page.getByRole('button', { name: 'Add product' }).click();
  await expect(page.getByRole('list', { name: 'Scanned products' })).toContainText(serial.code);
}

/** Saves everything captured to the first open project of the picker. */
export async function saveToFirstProject(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Choose a project' }).click();
  await page.getByRole('list', { name: 'Open projects' }).getByRole('button').first().click();
  await page.getByRole('button', { name: /^Add \d+ products?$/ }).click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Products' })).toBeVisible();
}

/** Fills in the form of a product: its number, and what it is as soon as that is asked. */
export async function enterByHand(page: Page, serial: DemoSerial): Promise<void> {
  await page.getByRole('textbox', { name: 'First part' }).fill(serial.code);
  const type = page.getByRole('combobox', { name: 'Type' });
  if (await type.isHidden()) await page.getByRole('button', { name: 'Add product' }).click();
  await chooseProduct(page, serial);
}

/** Says what product it is. */
export async function chooseProduct(
  page: Page,
  product: Pick<DemoSerial, 'type' | 'size' | 'variant'>,
): Promise<void> {
  await choose(page, 'Type', product.type);
  await choose(page, 'Size', product.size);
  await choose(page, 'Variant', product.variant);
}

/** Types what is looked for and taps it in the list, once the list has come up. */
async function choose(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.fill(value);
  const option = page.getByRole('option', { name: value, exact: true });
  // On a touch screen the list waits for the keyboard; until then it lies unseen under the page, and
  // Playwright would scroll to get at it, which closes the list.
  await expect.poll(() => option.evaluate(isOnTop)).toBe(true);
  await option.tap();
  await expect(field).toHaveValue(value);
}

/** Whether a finger in the middle of it would touch it. Runs in the page. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
