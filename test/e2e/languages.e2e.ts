import { expect } from '@playwright/test';
import { catalogueLanguages } from '#schemas/languages.ts';
import { test } from '#test/e2e-fixtures/app-test.ts';
import { findBrokenWords } from '#test/e2e-fixtures/broken-words.ts';
import { switchLanguage } from '#test/e2e-fixtures/device.ts';
import { goTo } from '#test/e2e-fixtures/go-to.ts';
import { signIn } from '#test/e2e-fixtures/sign-in.ts';

test('texts of the navigation and home are not cut off in any language on a narrow phone', async ({
  club,
  phone: { page },
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(club, page, 'polishOwner');
  const broken: string[] = [];
  for (const language of catalogueLanguages) {
    await switchLanguage(page, language);
    await expect(page.getByRole('navigation').first()).toBeVisible();
    for (const brokenWord of await findBrokenWords(page)) broken.push(`${language}: ${brokenWord}`);
  }
  expect(broken).toEqual([]);
});

test('days, countries and language names are in the language and script of the texts', async ({
  club,
  phone: { page },
}) => {
  await signIn(club, page, 'polishOwner');
  await goTo(page, '/settings/language');
  await expect(page.getByRole('radio', { name: /^Srpski/ })).toBeVisible();
  const foreignTexts: string[] = [];
  for (const language of catalogueLanguages) {
    await switchLanguage(page, language);
    const foreignScript = ['bg', 'uk'].includes(language) ? /^$/ : /\p{Script=Cyrillic}/u;
    const text = await page.getByRole('main').innerText();
    // Ignore language names, which are in their own script.
    const ownText = text.replaceAll(/Български|Українська/g, '');
    if (foreignScript.test(ownText)) foreignTexts.push(`${language}: ${ownText}`);
    // Without locale data, a browser writes months as "M11" and English numbers.
    const isEnglish = /M\d\d/.test(text) || (language !== 'en' && /4,851/.test(text));
    if (isEnglish) foreignTexts.push(`${language}: ${text}`);
  }
  expect(foreignTexts).toEqual([]);
});
