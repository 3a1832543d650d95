import { expect, type Page } from '@playwright/test';
import { findBrokenWords } from './broken-words.ts';
import { watchRequests } from './watch-requests.ts';

/** A window width in px, and a text size. */
export interface ConsoleLayout {
  readonly width: number;
  readonly textSize: '14px' | '20px';
}

/**
 * Returns the elements that extend beyond the window or scroll horizontally. Only the scroll region of a table may
 * scroll horizontally.
 */
export const findOverflowingElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const clippedElements = new Map<Element | null, boolean>([[null, false]]);
    const overflowX = (element: Element) => getComputedStyle(element).overflowX;
    const isClipped = (element: Element | null): boolean => {
      const known = clippedElements.get(element);
      if (known !== undefined || element === null) return known ?? false;
      const found = overflowX(element) !== 'visible' || isClipped(element.parentElement);
      clippedElements.set(element, found);
      return found;
    };
    const sticksOut = (element: Element) =>
      element.getBoundingClientRect().right > width + 1 && !isClipped(element.parentElement);
    const scrolls = (element: Element) =>
      element.scrollWidth > element.clientWidth + 1 &&
      /auto|scroll/.test(overflowX(element)) &&
      !element.matches(':has(> table), textarea');
    return [...document.querySelectorAll('body *')]
      .filter((element) => sticksOut(element) || scrolls(element))
      .filter((element) => element.checkVisibility())
      .map((element) => element.outerHTML.slice(0, 160));
  });

/** Returns the overflowing elements and the broken words. Not for records, whose names may break in a narrow line. */
async function findLayoutProblems(page: Page): Promise<readonly string[]> {
  const brokenWords = await findBrokenWords(page);
  return [
    ...(await findOverflowingElements(page)),
    ...brokenWords.map((word) => `broken word ${word}`),
  ];
}

export const setTextSize = (page: Page, size: ConsoleLayout['textSize']) =>
  page.evaluate((px) => {
    document.documentElement.dataset['fontSize'] = px;
  }, size);

/** Lists the problems of the current screen and each of its tabs in the given layouts. */
async function checkTabs(
  page: Page,
  place: string,
  layouts: readonly ConsoleLayout[],
  findProblems: (page: Page) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const checkOnce = async (part: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    for (const { width, textSize } of layouts) {
      await page.setViewportSize({ width, height: 740 });
      await setTextSize(page, textSize);
      const found = await findProblems(page);
      problems.push(...found.map((problem) => `${part}, ${width} px, ${textSize}: ${problem}`));
    }
  };
  await checkOnce(place);
  const tabs = page.getByRole('tab');
  for (let index = 1; index < (await tabs.count()); index += 1) {
    await tabs.nth(index).click();
    await checkOnce(`${place}, ${await tabs.nth(index).innerText()}`);
  }
  return problems;
}

/** Opens every screen from the menu of a narrow window, and lists the elements and words that don't fit. */
export async function screensThatOverflow(
  page: Page,
  layouts: readonly ConsoleLayout[],
): Promise<readonly string[]> {
  const navigation = page.getByRole('navigation', { name: 'Screens' });
  const names = await navigation.getByRole('link').allTextContents();
  expect(names).toContain('Announcements');
  const problems: string[] = [];
  for (const name of names) {
    await page.setViewportSize({ width: 360, height: 740 });
    await setTextSize(page, '14px');
    await page.getByRole('button', { name: 'Screens' }).click();
    await navigation.getByRole('link', { name, exact: true }).click();
    await expect(navigation).toBeHidden();
    problems.push(...(await checkTabs(page, name, layouts, findLayoutProblems)));
  }
  return problems;
}

/** Opens the first record or panel of every list, and lists the elements that don't fit. */
export async function recordsThatOverflow(
  page: Page,
  layouts: readonly ConsoleLayout[],
): Promise<readonly string[]> {
  const waitForData = watchRequests(page);
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  const paths = await links.evaluateAll((all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  );
  const problems: string[] = [];
  const openedScreens: string[] = [];
  for (const path of [...paths, '/imports?kind=awards', '/imports?kind=shop']) {
    await page.setViewportSize({ width: 1280, height: 740 });
    await page.goto(path);
    await waitForData();
    const row = page.getByRole('main').getByRole('table').getByRole('row').nth(1);
    const opener = row.getByRole('link').or(row.getByRole('button')).first();
    // Some screens have no list, or an empty one.
    if (!(await opener.isVisible())) continue;
    await opener.click();
    await expect(page).not.toHaveURL(path);
    openedScreens.push(path);
    problems.push(
      ...(await checkTabs(page, `a record of ${path}`, layouts, findOverflowingElements)),
    );
  }
  expect(openedScreens.length).toBeGreaterThan(15);
  return problems;
}
