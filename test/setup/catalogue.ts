import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { type CatalogueLanguage, catalogueLanguages, sourceLanguage } from '#schemas/languages.ts';
import { FUZZY, type Text } from '#tools/i18n/stable-po.ts';
import { root } from './source-tree.ts';

/** A text as a catalogue has it: in the source's words, and translated ('' where it is not yet). */
export type Entry = {
  /** Stays the same whatever is corrected. */
  key: string;
  message: string;
  /** Which of its meanings a word has; undefined for a text with only one. */
  context: string | undefined;
  translation: string;
  isObsolete: boolean;
  /** Whether the English text was changed since it was translated. */
  isDoubtful: boolean;
  /** The files it stands in, as the catalogue knows them. */
  origins: string[];
};

/** The entries of a catalogue by their ids. */
export type Catalogue = Map<string, Entry>;

/** A text of the screens: in the source's words, and the files it stands in. */
export type SourceText = { message: string; context: string | undefined; origins: string[] };

/** What the screens say now, read from the sources: each text by its id. Nothing is written. */
export async function extractedTexts(): Promise<Map<string, SourceText>> {
  const found = new Map<string, SourceText>();
  for (const catalog of await catalogs()) {
    const messages = await catalog.collect();
    if (!messages) throw new Error('The texts could not be read from the sources.');
    for (const [id, { message, context, origin }] of Object.entries(messages)) {
      found.set(id, { message: message ?? id, context, origins: filesOf(origin) });
    }
  }
  return found;
}

/** The catalogue of a language as it stands in `locales/`; empty where there is none. */
export async function readCatalogue(language: string): Promise<Catalogue> {
  const found: Catalogue = new Map();
  for (const catalog of await catalogs()) {
    for (const [id, entry] of Object.entries((await catalog.read(language)) ?? {})) {
      found.set(id, {
        key: (entry as Text).extra?.key ?? id,
        message: entry.message ?? id,
        context: entry.context,
        translation: entry.translation ?? '',
        isObsolete: entry.obsolete === true,
        isDoubtful: (entry as Text).extra?.flags?.includes(FUZZY) === true,
        origins: filesOf(entry.origin),
      });
    }
  }
  return found;
}

/** The languages whose texts are longest, all in all; English is not among them. */
export async function longestLanguages(count: number): Promise<CatalogueLanguage[]> {
  const others = catalogueLanguages.filter((language) => language !== sourceLanguage);
  const measured = others.map(async (language) => {
    const texts = [...(await readCatalogue(language)).values()];
    return { language, length: texts.reduce((sum, text) => sum + text.translation.length, 0) };
  });
  return (await Promise.all(measured))
    .toSorted((one, other) => other.length - one.length)
    .slice(0, count)
    .map(({ language }) => language);
}

function filesOf(origin: readonly (readonly [string, number?])[] | undefined): string[] {
  return origin?.map(([path]) => path) ?? [];
}

function catalogs() {
  return getCatalogs(getConfig({ cwd: root }));
}

/** The plural forms that a language has, as ICU names them. */
export function pluralForms(language: string, type: 'cardinal' | 'ordinal' = 'cardinal'): string[] {
  return new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories.toSorted();
}

/**
 * What a translation must keep, in a form that can be compared: placeholders with their formats,
 * tags, and the choices of every `select`. How often a form is written out is the language's own.
 */
export function fixedParts(message: string): string[] {
  const parts = new Set<string>();
  walk(compileMessage(message), (token) => {
    if (typeof token === 'string') {
      for (const [tag] of token.matchAll(/<\/?\w+\/?>/g)) parts.add(tag);
      return;
    }
    const [name, kind, detail] = token;
    const choices = kind === 'select' && isChoices(detail) ? choicesOf(detail) : [];
    const format = typeof detail === 'string' ? [detail] : [];
    parts.add(['{' + name, ...(kind ? [kind] : []), ...format, ...choices].join(', ') + '}');
  });
  return [...parts].toSorted();
}

/** Lingui's compiler puts an empty `offset` beside the choices that were written. */
function choicesOf(detail: Record<string, unknown>): string[] {
  return Object.keys(detail)
    .filter((choice) => choice !== 'offset')
    .toSorted();
}

/** For every plural in a message the forms of `language` that it lacks, as `name: form`. */
export function missingPluralForms(message: string, language: string): string[] {
  const missing: string[] = [];
  walk(compileMessage(message), (token) => {
    if (typeof token === 'string') return;
    const [name, kind, detail] = token;
    if ((kind !== 'plural' && kind !== 'selectordinal') || !isChoices(detail)) return;
    const forms = pluralForms(language, kind === 'plural' ? 'cardinal' : 'ordinal');
    missing.push(...forms.filter((form) => !(form in detail)).map((form) => `${name}: ${form}`));
  });
  return missing;
}

/** So far it is counted which numbers a plural form stands for. */
const COUNTED = 200;

/**
 * The plural forms that leave the number out although they stand for more than one, as `name: form`: "Your order is
 * placed" is wrong for 21 orders where 21 has the form of 1. What is meant for 1 alone is written as `=1`.
 */
export function numberlessForms(message: string, language: string): string[] {
  const found: string[] = [];
  walk(compileMessage(message), (token) => {
    if (typeof token === 'string') return;
    const [name, kind, detail] = token;
    if (kind !== 'plural' || !isChoices(detail) || !saysNumber(detail['other'])) return;
    const rules = new Intl.PluralRules(language);
    const numbers = Array.from({ length: COUNTED }, (_, number) => number).filter(
      (number) => !(String(number) in detail),
    );
    const several = pluralForms(language).filter(
      (form) => numbers.filter((number) => rules.select(number) === form).length > 1,
    );
    const silent = several.filter((form) => form in detail && !saysNumber(detail[form]));
    found.push(...silent.map((form) => `${name}: ${form}`));
  });
  return found;
}

function saysNumber(choice: unknown): boolean {
  return Array.isArray(choice) && choice.includes('#');
}

type Token = string | readonly [name: string, kind?: string, detail?: unknown];

function walk(compiled: unknown, visit: (token: Token) => void): void {
  if (typeof compiled === 'string') return visit(compiled);
  if (!Array.isArray(compiled)) return;
  for (const part of compiled as (string | [string, string?, unknown?])[]) {
    visit(part);
    const detail = typeof part === 'string' ? undefined : part[2];
    if (!isChoices(detail)) continue;
    for (const choice of Object.values(detail)) walk(choice, visit);
  }
}

function isChoices(detail: unknown): detail is Record<string, unknown> {
  return typeof detail === 'object' && detail !== null;
}
