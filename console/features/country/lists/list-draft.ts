import type { I18n } from '@lingui/core';
import * as v from 'valibot';
import type { CatalogueLanguage } from '#schemas/languages.ts';
import { listFields, type ListField } from '#schemas/operator/setting-lists.ts';
import { textInLanguage, type TranslatedText } from '#schemas/primitives.ts';

/** Dotted paths of the invalid parts of a value, such as `0.name_translated.en`. */
export type Problems = ReadonlySet<string>;

/** Finds the invalid parts of a value. */
export function problemsOf(field: ListField, value: unknown): Problems {
  const { issues = [] } = v.safeParse(listFields[field], value);
  return new Set(issues.map((issue) => v.getDotPath(issue) ?? ''));
}

/** True if a value has text in the language. */
export function usesLanguage(value: unknown, language: CatalogueLanguage): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, part]: [string, unknown]) =>
      (key === language && typeof part === 'string') || usesLanguage(part, language),
  );
}

/** Languages of the invalid texts. */
export const problemLanguages = (problems: Problems): readonly string[] =>
  [...problems].flatMap((path) => /(?:^|\.)([a-z]{2})$/.exec(path)?.[1] ?? []);

/** Sets a text, or removes it if the new text is empty. */
export function withText(texts: TranslatedText, language: string, text: string): TranslatedText {
  const { [language]: _, ...otherTexts } = texts;
  return text === '' ? otherTexts : { ...otherTexts, [language]: text };
}

/**
 * Name of an entry in headings and buttons.
 * @param fallback name while the entry has no text
 */
export const entryName = (i18n: I18n, texts: TranslatedText, fallback: string): string =>
  textInLanguage(texts, i18n.locale).trim() || fallback;
