import type { ExtractedMessageType } from '@lingui/conf';
import { findCorrections, type SourceText } from './fuzzy-match.ts';
import { FUZZY, keyOf, type Text, type Texts } from './stable-po.ts';

/** What the sources say, by lingui's ids. */
export type Extracted = Readonly<Record<string, ExtractedMessageType>>;

/**
 * The catalogues as the sources want them. A text keeps its key and its translations when it moves or is corrected;
 * what was translated from other words is marked to be looked at again.
 * @param before the catalogues by language, the source's among them
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

/** In the order of the files, and of the lines in them. */
function byPlace({ origin: a }: ExtractedMessageType, { origin: b }: ExtractedMessageType): number {
  const [[file, line] = ['']] = a;
  const [[otherFile, otherLine] = ['']] = b;
  if (file === otherFile) return (line ?? 0) - (otherLine ?? 0);
  return file < otherFile ? -1 : 1;
}

/** What a language's catalogue still needs: what was never translated, and what was translated from other words. */
export function findOpenTranslations(texts: Texts): { missing: string[]; doubtful: string[] } {
  const all = Object.entries(texts);
  const words = ([id, { message = id }]: readonly [string, Text]) => message;
  return {
    missing: all.filter(([, { translation }]) => !translation).map(words),
    doubtful: all.filter(([, { extra }]) => extra?.flags?.includes(FUZZY)).map(words),
  };
}
