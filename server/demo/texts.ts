import { readFileSync } from 'node:fs';
import { catalogueLanguages, regionLanguage, sourceLanguage } from '#schemas/languages.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import type { RegionCode } from '#schemas/regions.ts';

/** Translations by language, keyed by the English text. */
const translations = catalogueLanguages
  .filter((language) => language !== sourceLanguage)
  .map((language) => [language, readDemoTexts(language)] as const);

/** Reads a language's translations, keyed by the English text. */
export function readDemoTexts(language: string): Readonly<Record<string, string>> {
  const file = new URL(`translations/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
}

/**
 * Translates a demo text into all languages.
 * @param values for placeholders such as `{value}`
 * @throws if a translation is missing
 */
export function translateAll(
  en: string,
  values: Readonly<Record<string, string>> = {},
): TranslatedText {
  const texts: Record<string, string> = { [sourceLanguage]: fillPlaceholders(en, values) };
  for (const [language, translated] of translations) {
    const text = translated[en];
    if (text === undefined) throw new Error(`The demo has no ${language} translation of: ${en}`);
    texts[language] = fillPlaceholders(text, values);
  }
  return texts;
}

/** Translates a text into English and one country's language. */
export type TranslateFor = (
  en: string,
  values?: Readonly<Record<string, string>>,
) => TranslatedText;

/**
 * Creates a translator for English and the country's language only, because all of a country's settings are sent to
 * each of its devices.
 */
export function createTranslator(region: RegionCode): TranslateFor {
  const languages = [sourceLanguage, regionLanguage(region)];
  return (en, values) =>
    Object.fromEntries(
      Object.entries(translateAll(en, values)).filter(([language]) =>
        languages.some((candidate) => candidate === language),
      ),
    );
}

function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
