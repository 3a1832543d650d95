import { expect, test, type Page } from '@playwright/test';
import { waitUntilStill } from '#test/e2e-fixtures/wait-until-still.ts';
import { type Box, differingPixels } from '#test/e2e-fixtures/differing-pixels.ts';
import { openGallerySite, type GallerySite } from '#test/gallery/gallery-site.ts';

/**
 * Minimum number of CSS pixels that must differ by 3 : 1 (WCAG 2.2, 1.4.11): more than a speck has, but fewer than a
 * tick mark.
 */
const MIN_PIXELS = 12;

let site: GallerySite;
test.beforeAll(async () => {
  site = await openGallerySite();
});
test.afterAll(() => site.close());
test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every state is visible in a ${colorScheme} contrast theme of the system`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(site.url({ show: 'states' }));
    await expect(page.getByRole('heading', { name: 'States', level: 1 })).toBeVisible();
    await waitUntilStill(page);
    const pairs = await statesOf(page);
    const picture = await page.screenshot({ fullPage: true, scale: 'css' });
    const differences = await differingPixels(page, picture, pairs);
    expect(pairs.length).toBeGreaterThan(40);
    expect(
      pairs.filter((_, index) => (differences[index] ?? 0) < MIN_PIXELS).map(({ name }) => name),
    ).toEqual([]);
  });
}

interface State {
  name: string;
  before: Box;
  after: Box;
}

/** Position of both states of each pair on the page, in CSS pixels. */
function statesOf(page: Page): Promise<State[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('section:has(> [data-state-side])')].map((pair) => {
      const { part: selector } = pair.dataset;
      const [before, after] = [...pair.querySelectorAll('[data-state-side]')].map((side) => {
        const element = selector === undefined ? side : side.querySelector(selector);
        if (!element) throw new Error(`${pair.ariaLabel} has no ${selector}.`);
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x + scrollX - 4, y: y + scrollY - 4, width: width + 8, height: height + 8 };
      });
      if (!before || !after) throw new Error(`${pair.ariaLabel} doesn’t show two states.`);
      return { name: pair.ariaLabel ?? '', before, after };
    }),
  );
}

const focusable = [
  'a chosen radio card',
  'a chosen filter',
  'a ticked box',
  'a switch',
  'a chosen row',
  'a chosen picture',
  'a chosen tile',
  'a chosen tab',
  'the current item of the navigation bar',
  'the opened row of a list',
  'the opened row of a table',
  'a busy button',
  'a disabled icon button',
  'an invalid text field',
  'an invalid code',
  'a chosen month',
];

test('focus is visible in a contrast theme of the system', async ({ page }) => {
  await page.goto(site.url({ show: 'states' }));
  await expect(page.getByRole('heading', { name: 'States', level: 1 })).toBeVisible();
  // Press a key first, so that scripted focus shows its ring.
  await page.keyboard.press('Tab');
  const withoutFocusMark: string[] = [];
  for (const name of focusable) {
    const pair = page.getByRole('region', { name, exact: true });
    const controls = ['button', 'link', 'textbox', 'radio', 'checkbox', 'switch'] as const;
    const [first, ...others] = controls.map((role) => pair.getByRole(role));
    const tab = pair.getByRole('tab', { selected: true });
    const control = others
      .reduce((found, locator) => found.or(locator), first ?? tab)
      .or(tab)
      .last();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    if (!box) throw new Error(`${name} is missing.`);
    const clip = { x: 0, y: box.y - 6, width: 390, height: box.height + 12 };
    const unfocusedBytes = await page.screenshot({ clip, scale: 'css' });
    await control.focus();
    await expect(control).toBeFocused();
    const withFocus = await page.screenshot({ clip, scale: 'css' });
    const fullClip = { x: 0, y: 0, width: clip.width, height: clip.height };
    const [pixels = 0] = await differingPixels(
      page,
      unfocusedBytes,
      [{ before: fullClip, after: fullClip }],
      withFocus,
    );
    if (pixels < MIN_PIXELS) withoutFocusMark.push(name);
  }
  expect(withoutFocusMark).toEqual([]);
});

test('the selected and the active option of a list are visible in a contrast theme', async ({
  page,
}) => {
  await page.goto(site.url({ show: 'fields' }));
  const field = page.getByRole('combobox', { name: 'Projects' });
  // Scrolling the page closes an open list.
  await field.scrollIntoViewIfNeeded();
  await waitUntilStill(page);
  await field.click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options).toHaveCount(3);
  await page.keyboard.press('ArrowDown');
  const firstOption = options.first();
  await expect(firstOption).toHaveAttribute('data-focused', 'true');
  const outlines = await options.evaluateAll((all) =>
    all.map((option) => getComputedStyle(option).outlineStyle),
  );
  expect(outlines).toEqual(['solid', 'none', 'none']);
});
