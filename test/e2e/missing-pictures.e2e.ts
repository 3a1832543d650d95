import { expect, type Page } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo, untilComplete, watchChanges } from '#test/e2e-fixtures/go-to.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

/** What the browser shows with its broken sign, by the addresses. */
const broken = (page: Page) =>
  page.evaluate(() =>
    [...document.images]
      .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
      .filter((picture) => picture.checkVisibility({ opacityProperty: true }))
      .map(({ src }) => src),
  );

test('a picture that cannot be fetched leaves its place empty, or something in it, and no broken sign', async ({
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
    await untilComplete(page);
    expect(await broken(page), path).toEqual([]);
  }
  await goTo(page, '/menu');
  // The place itself is there, as large as with its picture.
  const place = page.getByRole('main').locator('img[data-missing]').first();
  expect((await place.boundingBox())?.height).toBeGreaterThan(40);

  await context.unrouteAll();
  await page.reload();
  await expect(page.getByRole('main').locator('img').first()).toBeVisible();
  await expect(page.locator('img[data-missing]')).toHaveCount(0);
});
