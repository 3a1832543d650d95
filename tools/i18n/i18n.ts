/**
 * `npm run i18n` extracts texts from the sources into the catalogues. Translations survive corrections to the English
 * text: they are marked as fuzzy and listed. `npm run i18n -- accept ID…` accepts fuzzy translations whose meaning is
 * unchanged; `@FILE` reads the ids from a file.
 */
import { readFileSync } from 'node:fs';
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { sourceLanguage } from '#schemas/languages.ts';
import { root } from '../paths.ts';
import type { Texts } from './stable-po.ts';
import {
  acceptTranslations,
  catalogueLists,
  findOpenTranslations,
  updateCatalogues,
} from './update-catalogues.ts';

/** Maximum number of texts listed of each kind. */
const MAX_LISTED = 20;

const [command, ...args] = process.argv.slice(2);
if (command !== undefined && (command !== 'accept' || args.length === 0))
  throw new Error('Usage: npm run i18n [-- accept ID… | accept @FILE]');
const keys = args.flatMap((name) =>
  name.startsWith('@') ? readFileSync(name.slice(1), 'utf8').split(/\s+/).filter(Boolean) : [name],
);

const catalogs = await getCatalogs(getConfig({ cwd: root }));
/** Keys not yet found in any catalogue. */
let unknownKeys = new Set(keys);
let hasOpenTranslations = false;
for (const [index, { name, languages }] of catalogueLists.entries()) {
  const catalog = catalogs[index];
  const extractedMessages = await catalog?.collect();
  if (!catalog || !extractedMessages)
    throw new Error('The texts could not be read from the sources.');
  const entries = await Promise.all(
    languages.map(async (language) => [language, await catalog.read(language)] as const),
  );
  const catalogues = Object.fromEntries(
    entries.map(([language, texts]) => [language, (texts ?? {}) as Texts]),
  );
  const { catalogues: updatedCatalogues, unknownKeys: unknownIds } = acceptTranslations(
    updateCatalogues(extractedMessages, catalogues, sourceLanguage),
    new Set(keys),
  );
  unknownKeys = unknownKeys.intersection(new Set(unknownIds));
  console.log(`${name}: ${Object.keys(extractedMessages).length} texts`);
  for (const [language, texts] of Object.entries(updatedCatalogues)) {
    await catalog.write(language, texts);
    if (language === sourceLanguage) continue;
    const { missing, fuzzy } = findOpenTranslations(texts);
    console.log(`${language}: ${missing.length} to translate, ${fuzzy.length} to review`);
    for (const text of missing.slice(0, MAX_LISTED)) console.log(`  new      ${text}`);
    for (const text of fuzzy.slice(0, MAX_LISTED)) console.log(`  changed  ${text}`);
    hasOpenTranslations ||= missing.length + fuzzy.length > 0;
  }
}
for (const key of unknownKeys) console.error(`No fuzzy translation to accept: ${key}`);
if (unknownKeys.size > 0) process.exitCode = 1;
if (hasOpenTranslations) {
  console.log('Translate in locales/*.po and console/locales/*.po, and delete "#, fuzzy" there.');
  console.log('Where only the English wording changed: npm run i18n -- accept ID…');
}
