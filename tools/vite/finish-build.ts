import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { languageTag } from '#schemas/formatting-locale.ts';
import { catalogueLanguages, sourceLanguage, type Language } from '#schemas/languages.ts';
import { HOST_PAGES } from '#server/http/files/static-app.ts';
import { getTexts } from '#server/texts/texts.ts';
import { manifestIn } from './brand-files.ts';

/**
 * Writes a copy of the page and of the manifest for each language other than English. The text that is shown before any
 * script runs, and the name that the system shows, are then in the host's language.
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

/**
 * Translates the page's few texts.
 * @throws if the page lacks the English text
 */
export function localizePage(language: Language, page: string): string {
  const translateEnglish = getTexts(sourceLanguage).translate;
  const { translate } = getTexts(language);
  const changes: [from: string, to: string][] = [
    [`<html lang="${sourceLanguage}"`, `<html lang="${languageTag(language)}"`],
    [`"${translateEnglish('page.description')}"`, `"${translate('page.description')}"`],
    [`>${translateEnglish('page.noScript')}<`, `>${translate('page.noScript')}<`],
  ];
  return changes.reduce((html, [from, to]) => {
    if (!html.includes(from)) throw new Error(`The app's page doesn’t contain ${from}.`);
    return html.replace(from, () => to);
  }, page);
}

/** Text formats and wasm; pictures and fonts are already compressed. */
const compressible = new Set(['.html', '.js', '.css', '.wasm', '.svg', '.webmanifest']);
/** Smaller files fit into one packet anyway. */
const MIN_BYTES = 1024;
const { BROTLI_PARAM_QUALITY, BROTLI_MAX_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;

/**
 * Writes a `.br` and a `.gz` file next to each file, if they are smaller. Files are compressed once per build instead
 * of once per request, so the maximum compression is used.
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
  if (content.length < MIN_BYTES) return;
  const params = {
    [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY,
    [BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const variants = {
    '.br': await promisify(brotliCompress)(content, { params }),
    '.gz': await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  };
  for (const [ending, compressedContent] of Object.entries(variants)) {
    if (compressedContent.length < content.length)
      await writeFile(path + ending, compressedContent);
  }
}
