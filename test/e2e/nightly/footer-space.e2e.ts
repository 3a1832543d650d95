import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { setDeviceSettings } from '#test/e2e-fixtures/device.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { waitUntilStill } from '#test/e2e-fixtures/wait-until-still.ts';

const paths = [
  '/',
  '/projects',
  '/leads',
  '/notifications',
  '/menu',
  '/news',
  '/balance',
  '/shop',
  '/orders',
  '/team',
  '/support',
  '/settings',
  '/resources',
  '/user',
  '/company',
];

/** Text under the raised scan button when scrolled to the end; null without a navigation bar. */
function coveredAtEnd(page: Page): Promise<string[] | null> {
  return page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const pane = document.querySelector('[data-nav-bar] .nav-main-pane');
    if (!pane || pane.getBoundingClientRect().width === 0) return null;
    // Width of the button's focus ring, in px.
    const focusRing = 5;
    const button = pane.getBoundingClientRect();
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, 4);
    const coveredElements: string[] = [];
    while (texts.nextNode()) {
      // Skip collapsed text, which also has a position.
      if (!texts.currentNode.parentElement?.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const isCovered = [...range.getClientRects()].some(
        (box) =>
          box.width > 1 &&
          box.height > 1 &&
          box.right > button.left - focusRing &&
          box.left < button.right + focusRing &&
          box.bottom > button.top - focusRing,
      );
      if (isCovered) coveredElements.push(texts.currentNode.textContent ?? '');
    }
    return coveredElements;
  });
}

for (const fontSize of ['14px', '20px'] as const) {
  test(`the scan button covers nothing at the end of a page, at 360 px with the ${fontSize} font`, async ({
    club,
    phone,
  }) => {
    const { page } = phone;
    await page.setViewportSize({ width: 360, height: 640 });
    await signIn(club, page, 'polishOwner');
    await setDeviceSettings(page, { fontSize });
    await page.reload();
    await expect(page.getByRole('navigation').getByRole('link', { name: /^Scan/ })).toBeVisible();
    const coveredElements: string[] = [];
    let checkedCount = 0;
    const checkScreen = async (name: string) => {
      const coveredTexts = await coveredAtEnd(page);
      if (coveredTexts !== null) checkedCount += 1;
      coveredElements.push(...(coveredTexts ?? []).map((text) => `${name}: ${text}`));
    };
    for (const path of paths) {
      await goTo(page, path);
      await expect(page.getByRole('heading', { level: 1 }).last()).toBeAttached();
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
      await waitUntilStill(page);
      await checkScreen(path);
    }
    await goTo(page, '/projects');
    await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
    await expect(page.getByRole('list', { name: 'Products' })).toBeVisible();
    await waitUntilStill(page);
    await checkScreen('project');
    expect(checkedCount).toBeGreaterThan(10);
    expect(coveredElements).toEqual([]);
  });
}
