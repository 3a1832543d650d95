import { expect, type Locator, type Page } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import { goTo } from './go-to.ts';

/**
 * Captures a product manually and opens the review. Online it is looked up in the registry, offline
 * it is accepted.
 */
export async function captureManually(page: Page, serial: DemoSerial): Promise<void> {
  await goTo(page, '/scan/manual');
  await enterManually(page, serial);
  await page.getByRole('button', { name: ADD_BUTTON }).click();
  const capturedList = page.getByRole('list', { name: 'Scanned products' });
  await expect(capturedList).toContainText(serial.code);
  await openReview(page);
  await expect(capturedList).toContainText(serial.code);
}

/** Opens the review of captured products. */
export async function openReview(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Review \d+ products?$/ }).click();
  await expect(page.getByRole('main').getByText(/^\d+ products?$/)).toBeVisible();
}

/** Saves all captured products to the first open project. */
export async function saveToFirstProject(page: Page): Promise<void> {
  await saveToProject(page);
}

/**
 * Saves all captured products to a project.
 * @param street of the project; the first one if omitted
 */
export async function saveToProject(page: Page, street?: string): Promise<void> {
  await page.getByRole('link', { name: PROJECT_PICKER_LINK }).click();
  const projects = page.getByRole('list', { name: 'Open projects' });
  await projects
    .getByRole('button', street === undefined ? {} : { name: street })
    .first()
    .click();
  await expect(page.getByText(/^Saved/).first()).toBeVisible();
  await expect(page.getByRole('list', { name: 'Products' })).toBeVisible();
}

/** Matches the link to the project picker, regardless of the selection. */
export const PROJECT_PICKER_LINK = /^Choose another project/;

/** Matches the button that adds a product. For a recognised product, the button answers a question. */
export const ADD_BUTTON = /^(Add product|Yes, add it)$/;

/**
 * Fills in the product form: the number, and type, size and variant if the number doesn't determine
 * them.
 */
export async function enterManually(page: Page, serial: DemoSerial): Promise<void> {
  await page.getByRole('textbox', { name: 'First part' }).fill(serial.code);
  const type = tilesOf(page, 'Type');
  await expect(recognisedProduct(page).or(type)).toBeVisible();
  if (await type.isVisible()) await chooseProduct(page, serial);
}

/** Tiles for a product's type, size or variant. */
export function tilesOf(page: Page, label: 'Type' | 'Size' | 'Variant'): Locator {
  return page.getByRole('group', { name: label, exact: true });
}

/** One tile, by its code. */
export function tileOf(page: Page, label: 'Type' | 'Size' | 'Variant', code: string): Locator {
  return tilesOf(page, label).getByRole('radio', { name: new RegExp(`^${code}( |$)`) });
}

/** Product that the registry recognised by its number. */
export function recognisedProduct(page: Page): Locator {
  return page.getByRole('region', { name: 'Is this it?' });
}

/** Chooses type, size and variant. */
export async function chooseProduct(
  page: Page,
  product: Pick<DemoSerial, 'type' | 'size' | 'variant'>,
): Promise<void> {
  await choose(page, 'Type', product.type);
  await choose(page, 'Size', product.size);
  await choose(page, 'Variant', product.variant);
}

/** Chooses the tile, or searches for it if it isn't suggested. */
async function choose(
  page: Page,
  label: 'Type' | 'Size' | 'Variant',
  value: string,
): Promise<void> {
  const tile = tileOf(page, label, value);
  if ((await tile.count()) > 0) {
    await tile.check();
    return;
  }
  await page.getByRole('button', { name: `Another ${label.toLowerCase()}` }).click();
  await find(page, `Another ${label.toLowerCase()}`, value);
  await expect(tile).toBeChecked();
}

/** Types a value and taps it in the list, which removes the field. If the list closes first, retries like a person. */
async function find(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  const option = optionOf(page, value);
  // Focusing would scroll it into view, and a list closes when the page scrolls.
  await field.scrollIntoViewIfNeeded();
  await expect(async () => {
    // The choice has removed the field.
    if ((await field.count()) === 0) return;
    const isTyped = (await field.inputValue({ timeout: STEP_MS })) === value;
    if (!isTyped || (await option.count()) === 0) {
      // Refilling the same text would not open the list.
      if (isTyped) await field.fill('');
      await field.fill(value);
      await expect(option).toHaveCount(1, { timeout: STEP_MS });
    }
    // On touch screens the list stays hidden until the on-screen keyboard has opened.
    expect(await option.evaluateAll(areOnTop)).toBe(true);
    await tapWithoutScrolling(option);
    await expect(field).toHaveCount(0, { timeout: STEP_MS });
  }).toPass({ timeout: 30_000 });
}

/**
 * Taps without scrolling: Playwright's tap first scrolls clear of pinned elements, which closes the
 * list.
 */
export async function tapWithoutScrolling(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('The element to tap isn’t visible.');
  await target.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** List option by its code, which precedes the name. */
export function optionOf(page: Page, code: string): Locator {
  return page.getByRole('option', { name: new RegExp(`^${code}( |$)`) });
}

/** Timeout of one step, in ms. It is short, because the element may have been removed and only a retry helps. */
const STEP_MS = 2_000;

/**
 * True if a tap in the middle of each element would hit it; false if there are none. Runs in the
 * page.
 */
export function areOnTop(elements: readonly Element[]): boolean {
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return elements.length > 0 && elements.every(isOnTop);
}
