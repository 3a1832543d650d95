import { expect, type Page } from '@playwright/test';
import { signInOperator, test } from '#test/e2e-fixtures/console.ts';

/** Elements of the page that stick out at the right, except those in a part that scrolls horizontally. */
const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
    return [...document.querySelectorAll('header *, main, main *')]
      .filter((element) => element.checkVisibility() && !scrolls(element.parentElement))
      .filter((element) => element.getBoundingClientRect().right > width + 1)
      .map((element) => element.outerHTML.slice(0, 120));
  });

/** True if the screen itself, and not only a table in it, scrolls horizontally. */
const scrollsHorizontally = (page: Page): Promise<boolean> =>
  page.getByRole('main').evaluate((main) => main.scrollWidth > main.clientWidth + 1);

test('every screen fits 360 and 768 px, and a narrow window has the navigation in a menu', async ({
  site,
  desk: page,
}) => {
  await signInOperator(site, page);
  const navigation = page.getByRole('navigation', { name: 'Screens' });
  const names = await navigation.getByRole('link').allTextContents();
  expect(names).toContain('Announcements');
  const problems: string[] = [];
  for (const name of names) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Screens' }).click();
    await navigation.getByRole('link', { name, exact: true }).click();
    await expect(navigation).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
    for (const width of [360, 768]) {
      await page.setViewportSize({ width, height: 740 });
      for (const size of ['14px', '20px']) {
        await page.evaluate((px) => {
          document.documentElement.dataset['fontSize'] = px;
        }, size);
        const found = await overflowing(page);
        if (await scrollsHorizontally(page)) found.push('the screen scrolls horizontally');
        problems.push(...found.map((problem) => `${name}, ${width} px, ${size}: ${problem}`));
      }
    }
    await page.evaluate(() => {
      document.documentElement.dataset['fontSize'] = '14px';
    });
  }
  expect(problems).toEqual([]);
});
