import { i18n } from '@lingui/core';
import { beforeEach, expect, test, vi } from 'vitest';
import { activateLanguage, loadDeferredTexts } from '#src/i18n/activate-language.ts';
import { readCatalogue } from '#test/setup/catalogue.ts';

/** Id of a feature's text, and its Polish translation. */
async function textOf(feature: string) {
  const folder = `src/features/${feature}/`;
  const sampleText = [...(await readCatalogue('pl'))].find(
    ([, { origins, translation, message }]) =>
      origins.every((file) => file.startsWith(folder)) && /^[^{<]+$/.test(translation + message),
  );
  if (!sampleText) throw new Error(`${feature} has no text.`);
  return { id: sampleText[0], english: sampleText[1].message, polish: sampleText[1].translation };
}
const home = await textOf('home');
const menu = await textOf('menu');
const scan = await textOf('scan');

const page = { documentElement: { lang: '' } };
beforeEach(() => void vi.stubGlobal('document', page));

test('home’s texts load with the frame, and other loaded screens’ texts follow a language change', async () => {
  await activateLanguage('pl');
  expect(i18n._(home.id)).toBe(home.polish);
  expect(i18n.messages[menu.id]).toBeUndefined();
  await loadDeferredTexts();
  expect(i18n._(menu.id)).toBe(menu.polish);
  await activateLanguage('en');
  expect([i18n._(home.id), i18n._(menu.id)]).toEqual([home.english, menu.english]);
  expect(page.documentElement.lang).toBe('en');
  await activateLanguage('sr');
  expect([i18n.locale, i18n.locales, page.documentElement.lang]).toEqual([
    'sr',
    'sr-Latn',
    'sr-Latn',
  ]);
});

test('if a language can’t be loaded, the previous language stays, and later requests work', async () => {
  await activateLanguage('pl');
  await expect(activateLanguage('xx' as never)).rejects.toThrow('xx');
  expect([i18n.locale, i18n._(home.id)]).toEqual(['pl', home.polish]);
  await loadDeferredTexts();
  expect(i18n._(scan.id)).toBe(scan.polish);
});

test('a screen that opens during a language change is in the new language', async () => {
  await activateLanguage('pl');
  await Promise.all([loadDeferredTexts(), activateLanguage('en')]);
  expect(i18n._(menu.id)).toBe(menu.english);
});

test('repeated requests for loading texts wait for the same download', async () => {
  void loadDeferredTexts();
  await loadDeferredTexts();
  expect(i18n._(scan.id)).toBe(scan.english);
});

test('of two language changes in a row, the later one applies, with its texts', async () => {
  await Promise.all([activateLanguage('en'), activateLanguage('pl')]);
  expect([i18n.locale, i18n._(home.id)]).toEqual(['pl', home.polish]);
});
