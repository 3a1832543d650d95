import { readFileSync } from 'node:fs';
import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { formattingLocale } from '#schemas/formatting-locale.ts';
import { type CatalogueLanguage, type Language, messageLanguageOf } from '#schemas/languages.ts';
import english from './en.json' with { type: 'json' };

/** What the server says to people, by its key: in ICU's message format, one file for each language. */
export type TextKey = keyof typeof english;
export const textKeys = Object.keys(english) as TextKey[];

/** What is put into a text's places. */
export type TextValues = Readonly<Record<string, string | number>>;

const loaded = new Map<CatalogueLanguage, I18n>();

/**
 * What the server says, in a language.
 * @param language of the person; English where there are no texts in it
 */
export function textsIn(language: Language): {
  /** The language that the texts are in. */
  readonly language: CatalogueLanguage;
  readonly translate: (key: TextKey, values?: TextValues) => string;
} {
  const known = messageLanguageOf(language);
  const i18n = loaded.get(known) ?? load(known);
  loaded.set(known, i18n);
  return { language: known, translate: (key, values = {}) => i18n._(key, values) };
}

/** The texts of a language as they stand in its file, by their keys. @throws when it is none */
export function readTexts(language: Language): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(new URL(`${language}.json`, import.meta.url), 'utf8')) as Readonly<
    Record<string, string>
  >;
}

function load(language: CatalogueLanguage): I18n {
  const compiled = Object.entries(readTexts(language)).map(([key, text]) => [
    key,
    compileMessage(text),
  ]);
  return setupI18n({
    locale: language,
    locales: formattingLocale(language),
    messages: { [language]: Object.fromEntries(compiled) },
  });
}
