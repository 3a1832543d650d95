import type { ExtractedMessageType } from '@lingui/conf';
import { findCorrections, type SourceText } from './fuzzy-match.ts';
import { FUZZY, keyOf, type Text, type Texts } from './stable-po.ts';

/** Texts extracted from the sources, by lingui's id. */
export type Extracted = Readonly<Record<string, ExtractedMessageType>>;

/**
 * Updates the catalogues from the sources. Moved and corrected texts keep their keys and
 * translations; translations of corrected texts are marked as fuzzy.
 * @param before catalogues by language, including the source language
 */
export function updateCatalogues(
  extracted: Extracted,
  before: Readonly<Record<string, Texts>>,
  source: string,
): Record<string, Texts> {
  const known = before[source] ?? {};
  const corrections = correctionsOf(extracted, known);
  const order = Object.entries(extracted).toSorted(([, a], [, b]) => byPlace(a, b));
  const languages = Object.entries(before).map(([language, texts]) => {
    const updated = order.map(([id, said]) => {
      const earlier = corrections.get(id);
      const key = known[earlier ?? id]?.extra?.key ?? keyOf(id, said);
      const text = texts[earlier ?? id];
      return [id, textOf(said, key, text, earlier !== undefined && language !== source)] as const;
    });
    return [language, Object.fromEntries(updated)] as const;
  });
  return Object.fromEntries(languages);
}

function textOf(
  said: ExtractedMessageType,
  key: string,
  text: Text | undefined,
  isOther: boolean,
): Text {
  const translation = text?.translation ?? '';
  const flags = new Set(text?.extra?.flags);
  if (isOther && translation !== '') flags.add(FUZZY);
  return { ...said, translation, extra: { ...text?.extra, key, flags: [...flags] } };
}

function correctionsOf(extracted: Extracted, known: Texts): Map<string, string> {
  const gone = Object.entries(known).filter(([id]) => !(id in extracted));
  const come = Object.entries(extracted).filter(([id]) => !(id in known));
  return findCorrections(saidBy(gone), saidBy(come));
}

function saidBy(texts: readonly (readonly [string, Text])[]): Map<string, SourceText> {
  return new Map(
    texts.map(([id, { message = id, context, origin = [] }]) => [
      id,
      { message, context, files: origin.map(([path]) => path) },
    ]),
  );
}

/** Sorts by file, then by line. */
function byPlace({ origin: a }: ExtractedMessageType, { origin: b }: ExtractedMessageType): number {
  const [[file, line] = ['']] = a;
  const [[otherFile, otherLine] = ['']] = b;
  if (file === otherFile) return (line ?? 0) - (otherLine ?? 0);
  return file < otherFile ? -1 : 1;
}

/** Lists texts that are untranslated, and translations marked as fuzzy. */
export function findOpenTranslations(texts: Texts): { missing: string[]; doubtful: string[] } {
  const all = Object.entries(texts);
  const sourceText = ([id, { message = id }]: readonly [string, Text]) => message;
  return {
    missing: all.filter(([, { translation }]) => !translation).map(sourceText),
    doubtful: all.filter(([, { extra }]) => extra?.flags?.includes(FUZZY)).map(sourceText),
  };
}
