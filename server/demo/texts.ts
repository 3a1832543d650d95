import { readFileSync } from 'node:fs';
import { catalogueLanguages, regionLanguage, sourceLanguage } from '#schemas/languages.ts';
import type { TranslatedText } from '#schemas/primitives.ts';
import type { RegionCode } from '#schemas/regions.ts';

/** The demo's texts in each other language, by the English ones. */
const translations = catalogueLanguages
  .filter((language) => language !== sourceLanguage)
  .map((language) => [language, readDemoTexts(language)] as const);

/** The demo's texts in another language than English, by the English ones. */
export function readDemoTexts(language: string): Readonly<Record<string, string>> {
  const file = new URL(`translations/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
}

/**
 * A text of the demo in all its languages.
 * @param values are put into its places, such as `{value}`
 * @throws where it is not translated
 */
export function translateAll(
  en: string,
  values: Readonly<Record<string, string>> = {},
): TranslatedText {
  const texts: Record<string, string> = { [sourceLanguage]: fill(en, values) };
  for (const [language, said] of translations) {
    const text = said[en];
    if (text === undefined) throw new Error(`The demo does not say in ${language}: ${en}`);
    texts[language] = fill(text, values);
  }
  return texts;
}

/** What a country's texts are made with: in English and in its own language. */
export type TranslateFor = (
  en: string,
  values?: Readonly<Record<string, string>>,
) => TranslatedText;

/** The other languages are left out: what is set up for a country goes to each phone there. */
export function translatorFor(region: RegionCode): TranslateFor {
  const own = [sourceLanguage, regionLanguage(region)];
  return (en, values) =>
    Object.fromEntries(
      Object.entries(translateAll(en, values)).filter(([language]) =>
        own.some((one) => one === language),
      ),
    );
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}
