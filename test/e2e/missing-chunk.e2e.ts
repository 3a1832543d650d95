import { expect } from '@playwright/test';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test.use({ expectedProblems: /A part of the app could not be loaded|Unable to preload CSS/ });

test('a screen that can’t be loaded before installation shows an error, and loads once online', async ({
  club,
  phone: { page, context },
}) => {
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const home = page.getByRole('main').getByRole('region', { name: 'Points' });
  await signIn(club, page, 'polishOwner');
  await page.evaluate(() => Object.assign(window, { isOriginalPage: true }));
  await context.setOffline(true);
  await goTo(page, '/settings/other');
  await expect(title('Something went wrong')).toBeAttached();
  // The rest of the app still works; a reload would lose it.
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(home).toBeVisible();
  await goTo(page, '/settings/other');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title('Other settings')).toBeVisible();
  expect(await page.evaluate(() => 'isOriginalPage' in window)).toBe(true);
});
