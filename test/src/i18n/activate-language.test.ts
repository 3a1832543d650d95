import { i18n } from '@lingui/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { activateLanguage, loadTexts } from '#src/i18n/activate-language.ts';
import { readCatalogue } from '#test/setup/catalogue.ts';

/** A text of each feature, by its id, and how Polish puts it. */
async function textOf(feature: string) {
  const folder = `src/features/${feature}/`;
  const only = [...(await readCatalogue('pl'))].find(
    ([, { origins, translation, message }]) =>
      origins.every((file) => file.startsWith(folder)) && /^[^{<]+$/.test(translation + message),
  );
  if (!only) throw new Error(`${feature} says nothing of its own.`);
  return { id: only[0], english: only[1].message, polish: only[1].translation };
}
const home = await textOf('home');
const menu = await textOf('menu');
const scan = await textOf('scan');

const page = { documentElement: { lang: '' } };
beforeEach(() => void vi.stubGlobal('document', page));

test('an area that was opened goes along into another language', async () => {
  await activateLanguage('pl');
  expect(i18n.messages[home.id]).toBeUndefined();
  await loadTexts(['home']);
  expect(i18n._(home.id)).toBe(home.polish);
  await activateLanguage('en');
  expect(i18n._(home.id)).toBe(home.english);
  expect(page.documentElement.lang).toBe('en');
});

test('an area that opens while the language changes is there in the new one', async () => {
  await activateLanguage('pl');
  await Promise.all([loadTexts(['account']), activateLanguage('en')]);
  expect(i18n._(menu.id)).toBe(menu.english);
});

test('who asks again for texts that are on their way waits for them, too', async () => {
  void loadTexts(['scan']);
  await loadTexts(['scan']);
  expect(i18n._(scan.id)).toBe(scan.english);
});

test('of two languages in a row the later one is shown, with its texts', async () => {
  await Promise.all([activateLanguage('en'), activateLanguage('pl')]);
  expect([i18n.locale, i18n._(home.id)]).toEqual(['pl', home.polish]);
});
