import { i18n, type Messages } from '@lingui/core';
import { formattingLocale, languageTag } from '#schemas/formatting-locale.ts';
import { consoleLanguages } from '#schemas/languages.ts';

export type ConsoleLanguage = (typeof consoleLanguages)[number];

const catalogues: Record<ConsoleLanguage, () => Promise<{ messages: Messages }>> = {
  en: () => import('../locales/en.po'),
  pl: () => import('../locales/pl.po'),
};

/**
 * Returns the chosen language. Without a choice, returns the browser's first language if the console supports it,
 * otherwise English.
 */
export function languageFor(chosenLanguage: ConsoleLanguage | null): ConsoleLanguage {
  if (chosenLanguage !== null) return chosenLanguage;
  const preferredLanguages = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return consoleLanguages.find((language) => preferredLanguages[0] === language) ?? 'en';
}

/** Loads a language and switches to it. */
export async function activateLanguage(language: ConsoleLanguage): Promise<void> {
  const { messages } = await catalogues[language]();
  i18n.load(language, messages);
  i18n.activate(language, formattingLocale(language));
  document.documentElement.lang = languageTag(language);
}
