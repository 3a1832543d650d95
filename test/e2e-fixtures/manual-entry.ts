import { expect, type Locator, type Page } from '@playwright/test';
import type { DemoSerial } from '#server/demo/serials.ts';
import { goTo } from './go-to.ts';

/** Captures a piece by hand, and goes on to the review; online the registry is asked, offline it is taken on trust. */
export async function captureManually(page: Page, serial: DemoSerial): Promise<void> {
  await goTo(page, '/scan/manual');
  await enterManually(page, serial);
  await page.getByRole('button', { name: ADD_BUTTON }).click();
  const captured = page.getByRole('list', { name: 'Scanned products' });
  await expect(captured).toContainText(serial.code);
  await openReview(page);
  await expect(captured).toContainText(serial.code);
}

/** On to everything that was captured. */
export async function openReview(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Review \d+ products?$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ products?$/ })).toBeVisible();
}

/** Saves everything captured to the first open project of the picker. */
export async function saveToFirstProject(page: Page): Promise<void> {
  await saveToProject(page);
}

/**
 * Saves everything captured to a project of the picker.
 * @param street of the project; the first one without it
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

/** The way to the picker, whatever is chosen already. */
export const PROJECT_PICKER_LINK = /^Another or a new one/;

/** What adds a number: of a product that is known it is the answer to a question. */
export const ADD_BUTTON = /^(Add product|Yes, add it)$/;

/** Fills in the form of a product: its number, and what it is where the number does not say it. */
export async function enterManually(page: Page, serial: DemoSerial): Promise<void> {
  await page.getByRole('textbox', { name: 'First part' }).fill(serial.code);
  const type = tilesOf(page, 'Type');
  await expect(recognisedProduct(page).or(type)).toBeVisible();
  if (await type.isVisible()) await chooseProduct(page, serial);
}

/** What there is to choose of a product: its type, size or variant. */
export function tilesOf(page: Page, label: 'Type' | 'Size' | 'Variant'): Locator {
  return page.getByRole('group', { name: label, exact: true });
}

/** One of them, by its code. */
export function tileOf(page: Page, label: 'Type' | 'Size' | 'Variant', code: string): Locator {
  return tilesOf(page, label).getByRole('radio', { name: new RegExp(`^${code}( |$)`) });
}

/** The product that the registry knows a number as. */
export function recognisedProduct(page: Page): Locator {
  return page.getByRole('region', { name: 'Is it this one?' });
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

/** Takes its tile, or finds it by typing where it is not among the likely ones. */
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

/**
 * Types what is looked for and taps it in the list, once the list has come up: the field goes with what was
 * found. A list that was closed before the finger came down is asked for once more, as a person would.
 */
async function find(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  const option = optionOf(page, value);
  // With the focus it would be brought into view, and a list closes when the page under it moves.
  await field.scrollIntoViewIfNeeded();
  await expect(async () => {
    // It goes with what was found.
    if ((await field.count()) === 0) return;
    const isTyped = (await field.inputValue({ timeout: STEP_MS })) === value;
    if (!isTyped || (await option.count()) === 0) {
      // The same text again would be no change, and open nothing.
      if (isTyped) await field.fill('');
      await field.fill(value);
      await expect(option).toHaveCount(1, { timeout: STEP_MS });
    }
    // On a touch screen the list waits for the keyboard; until then it lies unseen under the page.
    expect(await option.evaluateAll(areOnTop)).toBe(true);
    await tapWithoutScrolling(option);
    await expect(field).toHaveCount(0, { timeout: STEP_MS });
  }).toPass({ timeout: 30_000 });
}

/** As a finger does: Playwright's own tap scrolls the page first to have it clear of what is pinned, which closes a list. */
export async function tapWithoutScrolling(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('There is nothing to tap.');
  await target.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

/** What a list offers under a code; what it is called stands behind it. */
export function optionOf(page: Page, code: string): Locator {
  return page.getByRole('option', { name: new RegExp(`^${code}( |$)`) });
}

/** None of the steps may wait for longer: what it waits for may be gone for good. */
const STEP_MS = 2_000;

/** Whether a finger in the middle of each would touch it; not where there is none. Runs in the page. */
export function areOnTop(elements: readonly Element[]): boolean {
  const isOnTop = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  return elements.length > 0 && elements.every(isOnTop);
}
