import { expect, test } from '@playwright/test';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { fieldsWithSmallText } from '#test/e2e-fixtures/screen-problems.ts';
import { openGallerySite, type GallerySite } from '#test/gallery/gallery-site.ts';

const galleryPages = ['home', 'controls', 'fields', 'feedback'] as const;
const themes = ['light', 'dark', 'sunlight'] as const;

let site: GallerySite;
test.beforeAll(async () => {
  site = await openGallerySite();
});
test.afterAll(() => site.close());
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const theme of themes) {
  for (const galleryPage of galleryPages) {
    test(`no axe violations on the ${galleryPage} page in the ${theme} theme`, async ({ page }) => {
      const errors: string[] = [];
      page.on('console', (entry) => entry.type() === 'error' && errors.push(entry.text()));
      await page.goto(site.url({ show: galleryPage, theme }));
      await expect(page.getByRole('main')).toBeVisible();
      expect(await violations(page)).toEqual([]);

      expect(errors).toEqual([]);
    });
  }

  test(`no axe violations on a wide screen in the ${theme} theme`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(site.url({ show: 'home', theme }));
    await expect(page.getByRole('main')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  test(`no axe violations in open sheets and lists in the ${theme} theme`, async ({ page }) => {
    await page.goto(site.url({ show: 'controls', theme }));
    await page.getByRole('button', { name: 'Delete this project?' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.goto(site.url({ show: 'fields', theme }));
    await page.getByRole('combobox', { name: 'Projects' }).tap();
    await expect(page.getByRole('listbox')).toBeVisible();
    // React Aria hides the rest of the page while the list is open, which axe can't know; check
    // only the list.
    const list = { within: '[role=listbox]', except: ['region'] };
    expect(await violations(page, list)).toEqual([]);
  });
}

for (const lang of ['lt', 'bg'] as const) {
  for (const galleryPage of galleryPages) {
    test(`nothing on the ${galleryPage} page is cut off at 320 px with the 20 px font in ${lang}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(site.url({ show: galleryPage, lang, font: '20px' }));
      await expect(page.getByRole('main')).toBeVisible();
      const overflow = await page.evaluate(() => ({
        page: document.documentElement.scrollWidth - window.innerWidth,
        // Visible text that overflows its box.
        boxes: [...document.querySelectorAll<HTMLElement>('main *, nav *')]
          .filter((box) => [...box.childNodes].some((node) => node.nodeType === Node.TEXT_NODE))
          .filter((box) => box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1)
          .filter((box) => !['auto', 'hidden'].includes(getComputedStyle(box).overflowX))
          .map((box) => `${box.tagName} ${box.textContent}`),
      }));
      expect(overflow).toEqual({ page: 0, boxes: [] });
    });
  }
}

for (const galleryPage of galleryPages) {
  test(`every target on the ${galleryPage} page is at least 48 px high and wide`, async ({
    page,
  }) => {
    await page.goto(site.url({ show: galleryPage, font: '14px' }));
    await expect(page.getByRole('main')).toBeVisible();
    const smallTargets = await page.evaluate(() => {
      const targets = [...document.querySelectorAll('a, button, input, select, textarea, summary')];
      return targets
        .map((target) => target.closest('label') ?? target)
        .map((target) => ({ box: target.getBoundingClientRect(), what: target.outerHTML }))
        .filter(({ box }) => box.width > 0 && (box.width < 47.5 || box.height < 47.5))
        .map(({ box, what: html }) => `${box.width} × ${box.height}: ${html.slice(0, 120)}`);
    });
    expect(smallTargets).toEqual([]);
  });
}

for (const font of ['14px', '17px', '20px'] as const) {
  test(`every field has text of at least 16 px with the ${font} font, so that iOS doesn’t zoom`, async ({
    page,
  }) => {
    await page.goto(site.url({ show: 'fields', font }));
    await expect(page.getByRole('main')).toBeVisible();
    expect(await page.getByRole('textbox').count()).toBeGreaterThan(3);
    expect(await fieldsWithSmallText(page)).toEqual([]);
  });
}

test('by default the theme is the system’s', async ({ page }) => {
  const backgroundColour = () =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(site.url({ show: 'home', theme: 'system' }));
  const light = await backgroundColour();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await backgroundColour();
  expect(dark).not.toBe(light);

  await page.goto(site.url({ show: 'home', theme: 'dark' }));
  expect(await backgroundColour()).toBe(dark);
});

test('the three font sizes are 14, 17 and 20 px', async ({ page }) => {
  for (const font of ['14px', '17px', '20px'] as const) {
    await page.goto(site.url({ show: 'home', font }));
    const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    expect(size).toBe(font);
  }
});
