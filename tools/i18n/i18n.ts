/**
 * `npm run i18n` extracts texts from the sources into the catalogues. Translations survive
 * corrections of the English text: they are marked as fuzzy and listed.
 */
import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { catalogueLanguages, sourceLanguage } from '#schemas/languages.ts';
import { root } from '../paths.ts';
import type { Texts } from './stable-po.ts';
import { findOpenTranslations, updateCatalogues } from './update-catalogues.ts';

/** Maximum number listed of each kind. */
const MAX_LISTED = 20;

const [catalog] = await getCatalogs(getConfig({ cwd: root }));
const extracted = await catalog?.collect();
if (!catalog || !extracted) throw new Error('The texts could not be read from the sources.');

const languages = await Promise.all(
  catalogueLanguages.map(async (language) => [language, await catalog.read(language)] as const),
);
const before = Object.fromEntries(
  languages.map(([language, texts]) => [language, (texts ?? {}) as Texts]),
);
const updated = updateCatalogues(extracted, before, sourceLanguage);

let isOpen = false;
for (const [language, texts] of Object.entries(updated)) {
  await catalog.write(language, texts);
  if (language === sourceLanguage) continue;
  const { missing, doubtful } = findOpenTranslations(texts);
  console.log(`${language}: ${missing.length} to translate, ${doubtful.length} to look at again`);
  for (const text of missing.slice(0, MAX_LISTED)) console.log(`  new      ${text}`);
  for (const text of doubtful.slice(0, MAX_LISTED)) console.log(`  changed  ${text}`);
  isOpen ||= missing.length + doubtful.length > 0;
}
console.log(`${Object.keys(extracted).length} texts`);
if (isOpen) {
  console.log('Translate in locales/*.po; delete "#, fuzzy" where a translation is right again.');
}
