import { formattingLocale } from '#schemas/formatting-locale.ts';
import type { Language } from '#schemas/languages.ts';

/** The name that speakers of a language use for it, such as "Polski". */
export function nativeLanguageName(language: Language): string {
  const names = new Intl.DisplayNames(formattingLocale(language), { type: 'language' });
  const name = names.of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(formattingLocale(language)) + name.slice(1);
}

/** A language's name in the app's language, such as "Polish". */
export function languageName(language: Language, locale: string): string {
  const names = new Intl.DisplayNames(formattingLocale(locale), { type: 'language' });
  return names.of(language) ?? language;
}
