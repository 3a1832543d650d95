import { formattingLocale } from '#schemas/formatting-locale.ts';
import { catalogueLanguages } from '#schemas/languages.ts';

/**
 * Name of a language tag such as `pl` or `en-GB` in the console's language; unknown tags are shown unchanged.
 */
export function languageText(tag: string | null, locale: string): string {
  const language = catalogueLanguages.find((code) => code === tag?.split('-')[0]);
  return language === undefined ? tag || '–' : languageName(language, locale);
}

/** Name of a two-letter language code in the console's language. */
export function languageName(code: string, locale: string): string {
  const languageNames = new Intl.DisplayNames(formattingLocale(locale), { type: 'language' });
  return languageNames.of(code) ?? code;
}
