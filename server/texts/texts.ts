import { readFileSync } from 'node:fs';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type CatalogueLanguage, type Language, toCatalogueLanguage } from '#schemas/languages.ts';
import english from './en.json' with { type: 'json' };

/** Keys of the server's texts. The texts are in ICU message format, with one file per language. */
export type TextKey = keyof typeof english;
export const textKeys = Object.keys(english) as TextKey[];

/** Values for a text's placeholders. */
export type TextValues = Readonly<Record<string, string | number>>;

const cache = new Map<CatalogueLanguage, I18n>();

/**
 * Returns a translator.
 * @param language the person's language; English is used if that language has no translation
 */
export function getTexts(language: Language): {
  /** The language actually used. */
  readonly language: CatalogueLanguage;
  readonly translate: (key: TextKey, values?: TextValues) => string;
} {
  const catalogueLanguage = toCatalogueLanguage(language);
  const i18n = cache.get(catalogueLanguage) ?? load(catalogueLanguage);
  cache.set(catalogueLanguage, i18n);
  return { language: catalogueLanguage, translate: (key, values = {}) => i18n._(key, values) };
}

/**
 * Reads the file of a language.
 * @returns the uncompiled texts by key
 * @throws if the language has no file
 */
export function readTexts(language: Language): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')) as Readonly<
    Record<string, string>
  >;
}

function load(language: CatalogueLanguage): I18n {
  const compiledTexts = Object.entries(readTexts(language)).map(([key, text]) => [
    key,
    compileMessage(text),
  ]);
  return setupI18n({
    locale: language,
    locales: formattingLocale(language),
    messages: { [language]: Object.fromEntries(compiledTexts) },
  });
}
