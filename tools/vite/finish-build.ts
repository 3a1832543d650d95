import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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
export function writeLocalizedPages(directory: string): void {
  const page = readFileSync(join(directory, 'index.html'), 'utf8');
  mkdirSync(join(directory, HOST_PAGES), { recursive: true });
  for (const language of catalogueLanguages) {
    if (language === sourceLanguage) continue;
    const write = (ending: string, content: string) =>
      writeFileSync(join(directory, HOST_PAGES, `${language}.${ending}`), content);
    write('html', localizePage(language, page));
    write('webmanifest', JSON.stringify(manifestIn(language)));
  }
}

/** The page with its few words in a language. @throws where the page does not say them in English */
export function localizePage(language: Language, page: string): string {
  const english = textsIn(sourceLanguage).translate;
  const { translate } = textsIn(language);
  const changes: [from: string, to: string][] = [
    [`<html lang="${sourceLanguage}"`, `<html lang="${languageTag(language)}"`],
    [`"${english('page.description')}"`, `"${translate('page.description')}"`],
    [`>${english('page.noScript')}<`, `>${translate('page.noScript')}<`],
  ];
  return changes.reduce((written, [from, to]) => {
    if (!written.includes(from)) throw new Error(`The app's page does not say ${from}.`);
    return written.replace(from, () => to);
  }, page);
}

/** What is text, or no smaller than it could be; pictures and fonts are. */
const compressible = new Set(['.html', '.js', '.css', '.wasm', '.svg', '.webmanifest']);
/** A smaller file fits into one packet anyway. */
const FROM_BYTES = 1024;
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

/**
 * Lays a `.br` and a `.gz` beside each file that they make smaller, as small as it gets: once here, instead
 * of with each request.
 * @param directory of the built app
 */
export async function compressApp(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => compressible.has(extname(path)))
    .map((path) => join(directory, path));
  await Promise.all(files.map(compressFile));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < FROM_BYTES) return;
  const params = {
    [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY,
    [BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const smaller = {
    '.br': await promisify(brotliCompress)(content, { params }),
    '.gz': await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, compressed] of Object.entries(smaller)) {
    if (compressed.length < content.length) await writeFile(path + ending, compressed);
  }
}
