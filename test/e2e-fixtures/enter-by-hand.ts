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

/**
 * Types what is looked for and taps it in the list, once the list has come up. A list that was closed
 * meanwhile, before the finger came down, is asked for once more, as a person would.
 */
async function choose(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  const option = page.getByRole('option', { name: value, exact: true });
  await expect(async () => {
    const isTyped = (await field.inputValue({ timeout: STEP_MS })) === value;
    if (!isTyped || (await option.count()) === 0) {
      // The same text again would be no change, and open nothing.
      if (isTyped) await field.fill('');
      await field.fill(value);
      await expect(option).toHaveCount(1, { timeout: STEP_MS });
    }
    // On a touch screen the list waits for the keyboard; until then it lies unseen under the page, and
    // Playwright would scroll to get at it, which closes the list.
    expect(await option.evaluateAll(areOnTop)).toBe(true);
    await option.tap({ timeout: STEP_MS });
    await expect(option).toHaveCount(0, { timeout: STEP_MS });
  }).toPass({ timeout: 30_000 });
  await expect(field).toHaveValue(value);
}

/** None of the steps may wait for longer: what it waits for may be gone for good. */
const STEP_MS = 2_000;

/** Whether a finger in the middle of each would touch it; not where there is none. Runs in the page. */
function areOnTop(elements: readonly Element[]): boolean {
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return elements.length > 0 && elements.every(isOnTop);
}
