import type { ExtractedMessageType } from '@lingui/conf';
import {
  type CatalogueLanguage,
  catalogueLanguages,
  consoleLanguages,
} from '#schemas/languages.ts';
import { findCorrections, type SourceText } from './fuzzy-match.ts';
import { FUZZY, keyOf, type Text, type Texts } from './stable-po.ts';

/** Groups of catalogues, each with separate texts, in the order of lingui.config.ts. */
export const catalogueLists = [
  { name: 'app', languages: catalogueLanguages },
  { name: 'console', languages: consoleLanguages },
] as const satisfies readonly { name: string; languages: readonly CatalogueLanguage[] }[];
export type CatalogueListName = (typeof catalogueLists)[number]['name'];

/** Texts extracted from the sources, by lingui's id. */
export type ExtractedMessages = Readonly<Record<string, ExtractedMessageType>>;

/**
 * Updates the catalogues from the sources. Moved and corrected texts keep their keys and
 * translations; translations of corrected texts are marked as fuzzy.
 * @param catalogues catalogues by language, including the source language
 */
export function updateCatalogues(
  extractedMessages: ExtractedMessages,
  catalogues: Readonly<Record<string, Texts>>,
  source: string,
): Record<string, Texts> {
  const sourceTexts = catalogues[source] ?? {};
  const corrections = correctionsFor(extractedMessages, sourceTexts);
  const sortedMessages = Object.entries(extractedMessages).toSorted(([, a], [, b]) =>
    bySourceLocation(a, b),
  );
  const languages = Object.entries(catalogues).map(([language, texts]) => {
    const updatedTexts = sortedMessages.map(([id, message]) => {
      const earlierId = corrections.get(id);
      const key = sourceTexts[earlierId ?? id]?.extra?.key ?? keyOf(id, message);
      const text = texts[earlierId ?? id];
      const correctedId = language === source ? undefined : earlierId;
      return [id, updateText(message, key, text, correctedId)] as const;
    });
    return [language, Object.fromEntries(updatedTexts)] as const;
  });
  return Object.fromEntries(languages);
}

/** @param correctedId lingui's id of the text that this one replaces */
function updateText(
  message: ExtractedMessageType,
  key: string,
  text: Text | undefined,
  correctedId: string | undefined,
): Text {
  const translation = text?.translation ?? '';
  const { previous, translatedFrom, ...extra } = text?.extra ?? {};
  const flags = new Set(extra.flags);
  const wasReviewed = previous !== undefined && !flags.has(FUZZY);
  const earlierTexts = {
    // By deleting the fuzzy flag by hand, a translator confirms that the translation fits the current text.
    ...(previous !== undefined && !wasReviewed && { previous }),
    ...(translatedFrom !== undefined && !wasReviewed && { translatedFrom }),
  };
  if (correctedId !== undefined && translation !== '') {
    earlierTexts.previous ??= text?.message ?? correctedId;
    flags.add(FUZZY);
  }
  return { ...message, translation, extra: { ...extra, ...earlierTexts, key, flags: [...flags] } };
}

/**
 * Accepts fuzzy translations whose English text was only reworded. The translations stay as they are, lose the fuzzy
 * flag, and record the text for which they were made.
 * @param keys keys of the texts
 * @returns the catalogues, and the keys without a fuzzy translation
 */
export function acceptTranslations(
  catalogues: Readonly<Record<string, Texts>>,
  keys: ReadonlySet<string>,
): { catalogues: Record<string, Texts>; unknownKeys: string[] } {
  const acceptedKeys = new Set<string>();
  const languages = Object.entries(catalogues).map(([language, texts]) => {
    const acceptedTexts = Object.entries(texts).map(([id, text]) => {
      const { key = id, flags = [], previous, translatedFrom, ...extra } = text.extra ?? {};
      if (!keys.has(key) || !flags.includes(FUZZY)) return [id, text] as const;
      acceptedKeys.add(key);
      const earlierText = translatedFrom ?? previous;
      const otherFlags = flags.filter((flag) => flag !== FUZZY);
      const earlierEntry = earlierText === undefined ? {} : { translatedFrom: earlierText };
      return [
        id,
        { ...text, extra: { ...extra, key, flags: otherFlags, ...earlierEntry } },
      ] as const;
    });
    return [language, Object.fromEntries(acceptedTexts)] as const;
  });
  return {
    catalogues: Object.fromEntries(languages),
    unknownKeys: [...keys].filter((key) => !acceptedKeys.has(key)),
  };
}

function correctionsFor(
  extractedMessages: ExtractedMessages,
  sourceTexts: Texts,
): Map<string, string> {
  const removedTexts = Object.entries(sourceTexts).filter(([id]) => !(id in extractedMessages));
  const addedMessages = Object.entries(extractedMessages).filter(([id]) => !(id in sourceTexts));
  return findCorrections(toSourceTexts(removedTexts), toSourceTexts(addedMessages));
}

function toSourceTexts(texts: readonly (readonly [string, Text])[]): Map<string, SourceText> {
  return new Map(
    texts.map(([id, { message = id, context, origin = [] }]) => [
      id,
      { message, context, files: origin.map(([path]) => path) },
    ]),
  );
}

/** Sorts by file, then by line. */
function bySourceLocation(
  { origin: a }: ExtractedMessageType,
  { origin: b }: ExtractedMessageType,
): number {
  const [[file, line] = ['']] = a;
  const [[otherFile, otherLine] = ['']] = b;
  if (file === otherFile) return (line ?? 0) - (otherLine ?? 0);
  return file < otherFile ? -1 : 1;
}

/** Lists the untranslated texts and the fuzzy translations, each with the key that the `accept` command takes. */
export function findOpenTranslations(texts: Texts): { missing: string[]; fuzzy: string[] } {
  const entries = Object.entries(texts);
  const withKey = ([id, { message = id, extra }]: readonly [string, Text]) =>
    `${extra?.key ?? id}  ${message}`;
  return {
    missing: entries.filter(([, { translation }]) => !translation).map(withKey),
    fuzzy: entries.filter(([, { extra }]) => extra?.flags?.includes(FUZZY)).map(withKey),
  };
}
