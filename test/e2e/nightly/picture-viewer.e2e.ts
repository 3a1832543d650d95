import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { violations } from '#test/e2e-fixtures/axe.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';
import { takePhoto } from '#test/e2e-fixtures/take-photo.ts';

const viewer = (page: Page) => page.getByRole('dialog', { name: 'Pictures' });
const scaleOf = async (page: Page) =>
  Number(await viewer(page).getByRole('img').getAttribute('data-scale'));

const enlargeButtons = (page: Page) =>
  page.getByRole('article').getByRole('button', { name: /^Enlarge: / });

/** Opens the first news item with several images. Returns the alternative texts of the first two. */
async function openGallery(page: Page): Promise<readonly [string, string]> {
  await goTo(page, '/news');
  const links = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect(links.first()).toBeVisible();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  for (const path of paths) {
    await goTo(page, path ?? '');
    await expect(page.getByRole('article')).toBeVisible();
    const labels = await enlargeButtons(page).evaluateAll((all) =>
      all.map((button) => button.getAttribute('aria-label') ?? ''),
    );
    const [first, second] = labels.map((label) => label.replace('Enlarge: ', ''));
    if (first && second) return [first, second];
  }
  throw new Error('No demo news item has several pictures.');
}

test('news pictures are enlarged by keys, buttons, wheel and taps; Back closes them', async ({
  club,
  phone,
}) => {
  const { page } = phone;
  await signIn(club, page, 'polishOwner');
  const [firstName, secondName] = await openGallery(page);
  const path = new URL(page.url()).pathname;
  const second = enlargeButtons(page).nth(1);
  await second.click();
  await expect(viewer(page).getByRole('img', { name: secondName, exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.keyboard.press('ArrowLeft');
  await expect(viewer(page).getByRole('img', { name: firstName, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer(page).getByRole('img', { name: firstName, exact: true })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer(page).getByRole('img', { name: secondName, exact: true })).toBeVisible();

  await page.keyboard.press('+');
  await expect.poll(() => scaleOf(page)).toBe(1.5);
  await page.keyboard.press('-');
  await expect.poll(() => scaleOf(page)).toBe(1);
  await viewer(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => scaleOf(page)).toBe(1.5);
  await viewer(page).getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(() => scaleOf(page)).toBe(1);
  const box = await viewer(page).getByRole('img').boundingBox();
  const middle = {
    x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
    y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
  };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => scaleOf(page)).toBeGreaterThan(1);
  await page.keyboard.press('0');
  await page.mouse.dblclick(middle.x, middle.y);
  await expect.poll(() => scaleOf(page)).toBe(2.5);
  await page.mouse.dblclick(middle.x, middle.y);
  await expect.poll(() => scaleOf(page)).toBe(1);

  // Swipe right.
  await page.mouse.down();
  await page.mouse.move(middle.x + 150, middle.y, { steps: 4 });
  await page.mouse.up();
  await expect(viewer(page).getByRole('img', { name: firstName, exact: true })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(second).toBeFocused();
  expect(new URL(page.url()).pathname).toBe(path);

  await second.click();
  await expect(viewer(page)).toBeVisible();
  await page.goBack();
  await expect(viewer(page)).toBeHidden();
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(page.getByRole('article')).toBeVisible();
});

test('a product photo can be enlarged offline', async ({ club, phone }) => {
  const { page } = phone;
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/scan/generic');
  await takePhoto(page, 'Take photo');
  await expect(page.getByRole('radio', { name: 'The product' })).toBeChecked();
  await page.getByRole('radio', { name: 'The label' }).check({ force: true });
  await page.getByRole('button', { name: 'Enlarge: Your photo' }).click();
  await expect(viewer(page).getByRole('img', { name: 'Your photo' })).toBeVisible();
  await expect(viewer(page).getByRole('button', { name: 'Next picture' })).toHaveCount(0);
  await viewer(page).getByRole('button', { name: 'Close' }).click();
  await expect(viewer(page)).toBeHidden();
  // The answers are unchanged.
  await expect(page.getByRole('radio', { name: 'The label' })).toBeChecked();
});
