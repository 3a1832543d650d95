import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type CatalogueLanguage, catalogueLanguages, sourceLanguage } from '#schemas/languages.ts';
import { catalogueLists, type CatalogueListName } from '#tools/i18n/update-catalogues.ts';
import { FUZZY, type Text } from '#tools/i18n/stable-po.ts';
import { root } from './source-tree.ts';

/** A catalogue entry: source text and translation ('' if missing). */
type Entry = {
  /** Stable id, independent of corrections. */
  key: string;
  message: string;
  /** Context that distinguishes meanings; undefined if unambiguous. */
  context: string | undefined;
  translation: string;
  isObsolete: boolean;
  /** True if the English text changed after the translation. */
  isFuzzy: boolean;
  /** The English text that was translated. */
  translatedFrom: string;
  /** Source files of the text. */
  origins: string[];
};

/** Catalogue entries by id. */
type Catalogue = Map<string, Entry>;

/** A source text and its files. */
type SourceText = { message: string; context: string | undefined; origins: string[] };

/** Extracts the current texts from the sources, by id. Writes nothing. */
export async function extractedTexts(
  list: CatalogueListName = 'app',
): Promise<Map<string, SourceText>> {
  const texts = new Map<string, SourceText>();
  const messages = await (await catalogOf(list)).collect();
  if (!messages) throw new Error('The texts could not be read from the sources.');
  for (const [id, { message, context, origin }] of Object.entries(messages)) {
    texts.set(id, { message: message ?? id, context, origins: filesOf(origin) });
  }
  return texts;
}

/** Reads the catalogue of a language; empty if missing. */
export async function readCatalogue(
  language: string,
  list: CatalogueListName = 'app',
): Promise<Catalogue> {
  const texts: Catalogue = new Map();
  const catalog = await catalogOf(list);
  for (const [id, entry] of Object.entries((await catalog.read(language)) ?? {})) {
    texts.set(id, {
      key: (entry as Text).extra?.key ?? id,
      message: entry.message ?? id,
      context: entry.context,
      translation: entry.translation ?? '',
      isObsolete: entry.obsolete === true,
      isFuzzy: (entry as Text).extra?.flags?.includes(FUZZY) === true,
      translatedFrom: (entry as Text).extra?.translatedFrom ?? entry.message ?? id,
      origins: filesOf(entry.origin),
    });
  }
  return texts;
}

/** Languages with the longest texts overall, except English. */
export async function longestLanguages(count: number): Promise<CatalogueLanguage[]> {
  const others = catalogueLanguages.filter((language) => language !== sourceLanguage);
  const measurements = others.map(async (language) => {
    const texts = [...(await readCatalogue(language)).values()];
    return { language, length: texts.reduce((sum, text) => sum + text.translation.length, 0) };
  });
  return (await Promise.all(measurements))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, count)
    .map(({ language }) => language);
}

function filesOf(origin: readonly (readonly [string, number?])[] | undefined): string[] {
  return origin?.map(([path]) => path) ?? [];
}

async function catalogOf(list: CatalogueListName) {
  const catalogs = await getCatalogs(getConfig({ cwd: root }));
  const catalog = catalogs[catalogueLists.findIndex(({ name }) => name === list)];
  if (!catalog) throw new Error(`lingui.config.ts has no catalogue for the ${list}.`);
  return catalog;
}

/** Plural categories of a language, by ICU names. */
export function pluralForms(language: string, type: 'cardinal' | 'ordinal' = 'cardinal'): string[] {
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories.toSorted();
}

/**
 * Parts of a message that a translation must keep, in comparable form: placeholders with formats,
 * tags, and `select` choices. Ignores how many plural forms are written.
 */
export function fixedParts(message: string): string[] {
  const parts = new Set<string>();
  walkTokens(compileMessage(message), (token) => {
    if (typeof token === 'string') {
      for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) parts.add(tag);
      return;
    }
    const [name, kind, detail] = token;
    const choices = kind === 'select' && isChoiceMap(detail) ? choicesOf(detail) : [];
    const format = typeof detail === 'string' ? [detail] : [];
    parts.add(['{' + name, ...(kind ? [kind] : []), ...format, ...choices].join(', ') + '}');
  });
  return [...parts].toSorted();
}

/** Lingui's compiler adds an empty `offset` to the choices. */
function choicesOf(detail: Record<string, unknown>): string[] {
  return Object.keys(detail)
    .filter((choice) => choice !== 'offset')
    .toSorted();
}

/** Plural forms of `language` missing in a message, as `name: form`. */
export function missingPluralForms(message: string, language: string): string[] {
  const missing: string[] = [];
  walkTokens(compileMessage(message), (token) => {
    if (typeof token === 'string') return;
    const [name, kind, detail] = token;
    if ((kind !== 'plural' && kind !== 'selectordinal') || !isChoiceMap(detail)) return;
    const forms = pluralForms(language, kind === 'plural' ? 'cardinal' : 'ordinal');
    missing.push(...forms.filter((form) => !(form in detail)).map((form) => `${name}: ${form}`));
  });
  return missing;
}

/** Highest number whose plural form is checked. */
const MAX_CHECKED_NUMBER = 200;

/**
 * Lists plural forms that lack the number although they cover several numbers, as `name: form`. "Your order is placed"
 * is wrong for 21 orders in languages where 21 takes the form of 1. Use `=1` for exactly one.
 */
export function formsWithoutNumber(message: string, language: string): string[] {
  const texts: string[] = [];
  walkTokens(compileMessage(message), (token) => {
    if (typeof token === 'string') return;
    const [name, kind, detail] = token;
    if (kind !== 'plural' || !isChoiceMap(detail) || !includesNumber(detail['other'])) return;
    const rules = new Intl.PluralRules(language);
    const numbers = Array.from({ length: MAX_CHECKED_NUMBER }, (_, number) => number).filter(
      (number) => !(String(number) in detail),
    );
    const pluralOnlyForms = pluralForms(language).filter(
      (form) => numbers.filter((number) => rules.select(number) === form).length > 1,
    );
    const withoutNumber = pluralOnlyForms.filter(
      (form) => form in detail && !includesNumber(detail[form]),
    );
    texts.push(...withoutNumber.map((form) => `${name}: ${form}`));
  });
  return texts;
}

function includesNumber(choice: unknown): boolean {
  return Array.isArray(choice) && choice.includes('#');
}

type Token = string | readonly [name: string, kind?: string, detail?: unknown];

function walkTokens(compiledMessage: unknown, visit: (token: Token) => void): void {
  if (typeof compiledMessage === 'string') return visit(compiledMessage);
  if (!Array.isArray(compiledMessage)) return;
  for (const part of compiledMessage as (string | [string, string?, unknown?])[]) {
    visit(part);
    const detail = typeof part === 'string' ? undefined : part[2];
    if (!isChoiceMap(detail)) continue;
    for (const choice of Object.values(detail)) walkTokens(choice, visit);
  }
}

function isChoiceMap(detail: unknown): detail is Record<string, unknown> {
  return typeof detail === 'object' && detail !== null;
}
