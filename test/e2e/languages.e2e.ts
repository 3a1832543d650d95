import { expect } from '@playwright/test';
import { catalogueLanguages } from '#schemas/languages.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { brokenWords } from '#test/e2e-fixtures/broken-words.ts';
import { speak } from '#test/e2e-fixtures/device.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test('the words of the bar and of home stand whole in every language on a narrow phone', async ({
  club,
  phone: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(club, page, 'polishOwner');
  const broken: string[] = [];
  for (const language of catalogueLanguages) {
    await speak(page, language);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    for (const word of await brokenWords(page)) broken.push(`${language}: ${word}`);
  }
  expect(broken).toEqual([]);
});
