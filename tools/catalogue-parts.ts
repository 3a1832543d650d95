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
import { root } from './places.ts';
import { partsOf, START } from './texts/parts-of.ts';

/** The texts of one language by the part that they belong to: message by id. */
type Parts = Map<string, Record<string, string>>;

const asked = /^(?<file>[^?]+\.po)\?part=(?<part>[a-z-]+)$/;

/** Splits a language's texts by where they stand. */
export function intoParts(
  texts: Readonly<Record<string, { translation: string; origins: readonly string[] }>>,
): Parts {
  const parts: Parts = new Map([[START, {}]]);
  for (const [id, { translation, origins }] of Object.entries(texts)) {
    for (const part of partsOf(origins)) {
      parts.set(part, { ...parts.get(part), [id]: translation });
    }
  }
  return parts;
}

/**
 * Translators keep one file for each language, and a screen loads what it says alone:
 * `pl.po?part=start` gives `messages` and, as `parts`, how to load each area's;
 * `pl.po?part=scan` gives the `messages` of that area.
 */
export function cataloguePartsPlugin(): Plugin {
  const read = new Map<string, ReturnType<typeof readParts>>();
  const forget = () => read.clear();
  return {
    name: 'catalogue-parts',
    buildStart: forget,
    watchChange: forget,
    load: {
      filter: { id: asked },
      async handler(id) {
        const { file = '', part = '' } = asked.exec(id)?.groups ?? {};
        this.addWatchFile(file);
        const reading = read.get(file) ?? readParts(file);
        read.set(file, reading);
        const { language, parts } = await reading;
        const messages = parts.get(part);
        if (!messages) throw new Error(`${file} has no part ${part}.`);
        const { source, errors } = createCompiledCatalog(language, messages, { namespace: 'es' });
        if (errors.length > 0) throw new Error(createCompilationErrorMessage(language, errors));
        const others = [...parts.keys()].filter((name) => name !== START);
        const code = part === START ? source + loadersOf(language, others) : source;
        return { code, map: null, moduleType: 'js' };
      },
    },
  };
}

/** A map from each part to its `import()`, so that the app's entry names one file per language only. */
function loadersOf(language: string, parts: readonly string[]): string {
  const loaders = parts.map((part) => `"${part}":()=>import("./${language}.po?part=${part}")`);
  return `export const parts={${loaders.join()}};`;
}

async function readParts(file: string): Promise<{ language: string; parts: Parts }> {
  const config = getConfig({ cwd: root });
  const found = getCatalogForFile(relative(config.rootDir, file), await getCatalogs(config));
  if (!found) throw new Error(`${file} is no catalogue of lingui.config.ts.`);
  const { locale, catalog } = found;
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
  return { language: locale, parts: intoParts(Object.fromEntries(texts)) };
}
