import type { Page } from '@playwright/test';
import { violations } from './axe.ts';

export const narrowViewport = { width: 320, height: 640 };

/** Rules that depend only on colours; all others are the same in every theme. */
export const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Returns axe violations, horizontal overflow, and fields that iOS would zoom into.
 * @param rules of axe to check; all if empty
 */
export async function screenProblems(
  page: Page,
  name: string,
  rules: readonly string[] = [],
  except: readonly string[] = [],
): Promise<string[]> {
  const problems = (await violations(page, { rules, except })).map(
    (violation) => `${name}: ${violation}`,
  );
  problems.push(
    ...(await fieldsWithSmallText(page)).map((field) => `${name}: small text: ${field}`),
  );
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  const viewportWidth = page.viewportSize()?.width ?? 0;
  return width > viewportWidth
    ? [...problems, `${name}: ${width} px wide on ${viewportWidth} px`]
    : problems;
}

/** Fields with text below 16 px: iOS zooms into them and stays zoomed. */
export async function fieldsWithSmallText(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('input, select, textarea')]
      .filter((field) => !field.matches('[type=checkbox], [type=radio], [type=range], [type=file]'))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 160)),
  );
}

/** Resizes the phone and waits until overlays have adopted the new height, which takes some frames. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction(({ width, height }) => {
    const overlays = [
      ...document.querySelectorAll<HTMLElement>('[style*="--visual-viewport-height"]'),
    ];
    const viewportHeight = `${window.visualViewport?.height ?? 0}px`;
    return (
      screen.width === width &&
      screen.height === height &&
      overlays.every(
        ({ style }) => style.getPropertyValue('--visual-viewport-height') === viewportHeight,
      )
    );
  }, size);
}

/** Sets theme and font size of the current page, as the settings do. */
export async function setAppearance(page: Page, theme: string, fontSize: string): Promise<void> {
  await page.evaluate(
    ([colours, size]) => {
      document.documentElement.setAttribute('data-theme', colours);
      document.documentElement.setAttribute('data-font-size', size);
    },
    [theme, fontSize] as const,
  );
}

/** Checks the colour rules in the dark and sunlight themes, then returns to the light theme. */
export async function colourProblems(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of ['dark', 'sunlight']) {
    await setAppearance(page, theme, '14px');
    problems.push(...(await screenProblems(page, `${theme}, ${name}`, colourRules)));
  }
  await setAppearance(page, 'light', '14px');
  return problems;
}

/**
 * Checks the current screen in three themes, and on the narrowest phone with the largest font,
 * which stays set.
 */
export async function problemsInEveryAppearance(page: Page, name: string): Promise<string[]> {
  const problems = [
    ...(await screenProblems(page, `light, ${name}`)),
    ...(await colourProblems(page, name)),
  ];
  await setAppearance(page, 'light', '20px');
  await resize(page, narrowViewport);
  problems.push(...(await screenProblems(page, `20 px on ${narrowViewport.width} px, ${name}`)));
  return problems;
}
