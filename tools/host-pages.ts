import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageTag } from '#schemas/formatting-locale.ts';
import { catalogueLanguages, sourceLanguage, type Language } from '#schemas/languages.ts';
import { HOST_PAGES } from '#server/http/files/static-app.ts';
import { textsIn } from '#server/texts/texts.ts';
import { manifestIn } from './brand-files.ts';

/**
 * Lays the app's page and its manifest into the build once more for each other language: what stands there before
 * any script has run, and what the system shows, is in the language of the host.
 * @param directory of the built app
 */
export function writeHostPages(directory: string): void {
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  mkdirSync(join(directory, HOST_PAGES), { recursive: true });
  for (const language of catalogueLanguages) {
    if (language === sourceLanguage) continue;
    const write = (ending: string, content: string) =>
      writeFileSync(join(directory, HOST_PAGES, `${language}.${ending}`), content);
    write('html', pageIn(language, page));
    write('webmanifest', JSON.stringify(manifestIn(language)));
  }
}

/** The page with its few words in a language. @throws where the page does not say them in English */
export function pageIn(language: Language, page: string): string {
  const english = textsIn(sourceLanguage).say;
  const { say } = textsIn(language);
  const changes: [from: string, to: string][] = [
    [`<html lang="${sourceLanguage}"`, `<html lang="${languageTag(language)}"`],
    [`"${english('page.description')}"`, `"${say('page.description')}"`],
    [`>${english('page.noScript')}<`, `>${say('page.noScript')}<`],
  ];
  return changes.reduce((written, [from, to]) => {
    if (!written.includes(from)) throw new Error(`The app's page does not say ${from}.`);
    return written.replace(from, () => to);
  }, page);
}
