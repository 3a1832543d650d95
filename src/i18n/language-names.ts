import type { Language } from '#schemas/languages.ts';

/** A language's name in itself, as a picker shows it: "Polski". */
export function nativeLanguageName(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
