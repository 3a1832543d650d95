import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo, waitUntilSettled, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

interface LoadedPicture {
  readonly src: string;
  readonly isMissing: boolean;
  readonly isShown: boolean;
  readonly height: number;
}

/** Images on the page, loaded or failed. */
const picturesOn = (page: Page): Promise<LoadedPicture[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter(({ complete }) => complete)
      .map((picture) => ({
        src: picture.src,
        isMissing: picture.naturalWidth === 0,
        isShown: picture.checkVisibility({ opacityProperty: true }),
        height: picture.getBoundingClientRect().height,
      })),
  );

test('an image that fails to load leaves its space or a fallback, never a broken icon', async ({
  club,
  phone: { page, context },
}) => {
  await context.route('**/*', (route) =>
    route.request().resourceType() === 'image' ? route.abort() : route.fallback(),
  );
  await watchChanges(page);
  await signIn(club, page, 'polishOwner');
  for (const path of ['/', '/menu', '/shop', '/news', '/balance', '/team', '/scan/manual']) {
    await goTo(page, path);
    await waitUntilSettled(page);
    const broken = (await picturesOn(page)).filter(
      ({ isMissing, isShown }) => isMissing && isShown,
    );
    expect(broken, path).toEqual([]);
  }
  await goTo(page, '/menu');
  const placeholders = (await picturesOn(page)).filter(({ isMissing }) => isMissing);
  expect(placeholders.length).toBeGreaterThan(0);
  // The placeholders have the size of their images.
  for (const { height } of placeholders) expect(height).toBeGreaterThan(40);

  await context.unrouteAll();
  await page.reload();
  const areAllVisible = async () => {
    const all = await picturesOn(page);
    return all.length > 0 && all.every(({ isMissing, isShown }) => !isMissing && isShown);
  };
  await expect.poll(areAllVisible).toBe(true);
});
