import { relative } from 'node:path';
import {
  createCompilationErrorMessage,
  createCompiledCatalog,
  getCatalogForFile,
  getCatalogs,
  getFailOnMissingBehavior,
} from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { root } from '../paths.ts';
import { type CataloguePart, partOf } from '../i18n/catalogue-part.ts';

/** A language's messages by part and id. */
type Parts = Record<CataloguePart, Record<string, string>>;

const partRequest = /^(?<file>[^?]+\.po)\?part=(?<part>frame|rest)$/;

/** Splits a language's texts by their source files. */
export function splitIntoParts(
  texts: Readonly<Record<string, { translation: string; origins: readonly string[] }>>,
): Parts {
  const parts: Parts = { frame: {}, rest: {} };
  for (const [id, { translation, origins }] of Object.entries(texts)) {
    parts[partOf(origins)][id] = translation;
  }
  return parts;
}

/**
 * Translators keep one file per language, but the first screen needs only a few texts: `pl.po?part=frame` exports
 * `messages` and `loadRest`, which loads the others from `pl.po?part=rest`.
 */
export function cataloguePartsPlugin(): Plugin {
  const partsByFile = new Map<string, ReturnType<typeof readParts>>();
  const clearCache = () => partsByFile.clear();
  return {
    name: 'catalogue-parts',
    buildStart: clearCache,
    watchChange: clearCache,
    load: {
      filter: { id: partRequest },
      async handler(id) {
        const { file = '', part } = partRequest.exec(id)?.groups ?? {};
        this.addWatchFile(file);
        const pendingParts = partsByFile.get(file) ?? readParts(file);
        partsByFile.set(file, pendingParts);
        const { language, parts } = await pendingParts;
        const messages = parts[part as CataloguePart];
        const { source, errors } = createCompiledCatalog(language, messages, { namespace: 'es' });
        if (errors.length > 0) throw new Error(createCompilationErrorMessage(language, errors));
        const loader = `export const loadRest=()=>import("./${language}.po?part=rest");`;
        const code = part === 'frame' ? source + loader : source;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

async function readParts(file: string): Promise<{ language: string; parts: Parts }> {
  const config = getConfig({ cwd: root });
  const catalogue = getCatalogForFile(relative(config.rootDir, file), await getCatalogs(config));
  if (!catalogue) throw new Error(`${file} isn’t a catalogue of lingui.config.ts.`);
  const { locale, catalog } = catalogue;
  const { messages } = await catalog.getTranslations(locale, {
    fallbackLocales: config.fallbackLocales,
    sourceLocale: config.sourceLocale,
    missingBehavior: getFailOnMissingBehavior(undefined),
  });
  const entries = (await catalog.read(locale)) ?? {};
  const texts = Object.entries(messages).map(([id, translation]) => {
    const origins = entries[id]?.origin?.map(([path]) => path) ?? [];
    return [id, { translation, origins }] as const;
  });
  return { language: locale, parts: splitIntoParts(Object.fromEntries(texts)) };
}
