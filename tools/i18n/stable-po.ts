import type { CatalogFormatter, CatalogType, MessageType } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { areasOf } from './catalogue-part.ts';

/** Prefix of the English text in other languages' catalogues. */
const ENGLISH_PREFIX = 'en: ';
/** Prefix of the previous English text of a fuzzy translation. */
const PREVIOUS_PREFIX = 'was: ';
/** Prefix of the English text that an accepted translation was made for. */
const TRANSLATED_PREFIX = 'meaning unchanged since: ';
/** gettext's flag for a translation whose source text has changed. */
export const FUZZY = 'fuzzy';

// Line numbers would change every catalogue whenever a screen is edited.
const po = formatter({ lineNumbers: false, explicitIdAsDefault: true });

/** A catalogue entry; `extra` contains its key, gettext flags and earlier English texts. */
export type Text = MessageType & {
  extra?: {
    key?: string;
    flags?: readonly string[];
    /** The English text before its last change; removed once the translation is reviewed. */
    previous?: string;
    /** The English text that the translation was made for, if its meaning was accepted as unchanged. */
    translatedFrom?: string;
  };
};
export type Texts = Record<string, Text>;

/**
 * Catalogue format with stable keys that survive corrections to the English text. `en.po` maps keys to English; the
 * others map keys to translations, with the English text as a comment. Lingui itself still identifies a text by its
 * content.
 */
export function stablePo(): CatalogFormatter {
  return {
    catalogExtension: po.catalogExtension,
    async parse(content, context) {
      const isSource = context.locale === context.sourceLocale;
      const texts: Texts = {};
      for (const [key, entry] of Object.entries(await po.parse(content, context))) {
        const englishText = isSource ? entry.translation : commentOf(entry, ENGLISH_PREFIX);
        const previous = commentOf(entry, PREVIOUS_PREFIX);
        const translatedFrom = commentOf(entry, TRANSLATED_PREFIX);
        if (englishText === undefined)
          throw new Error(`${context.filename}: ${key} lacks its English text.`);
        const comments = (entry.comments ?? []).filter(
          (comment) =>
            ![ENGLISH_PREFIX, PREVIOUS_PREFIX, TRANSLATED_PREFIX].some((prefix) =>
              comment.startsWith(prefix),
            ),
        );
        texts[generateMessageId(englishText, entry.context) as string] = {
          ...entry,
          message: englishText,
          comments,
          extra: {
            ...entry.extra,
            key,
            ...(previous !== undefined && { previous }),
            ...(translatedFrom !== undefined && { translatedFrom }),
          },
        };
      }
      return texts as CatalogType;
    },
    serialize(catalog, context) {
      const isSource = context.locale === context.sourceLocale;
      const entriesByKey: CatalogType = {};
      for (const [id, entry] of Object.entries(catalog as Texts)) {
        const englishText = entry.message ?? id;
        const { previous, translatedFrom } = entry.extra ?? {};
        const comments = [
          ...(isSource ? [] : [ENGLISH_PREFIX + englishText]),
          ...(previous === undefined ? [] : [PREVIOUS_PREFIX + previous]),
          ...(translatedFrom === undefined ? [] : [TRANSLATED_PREFIX + translatedFrom]),
          ...(entry.comments ?? []),
        ];
        const key = entry.extra?.key ?? keyOf(id, entry);
        // The PO writer treats the key as an explicit id.
        entriesByKey[key] = {
          ...entry,
          message: key,
          comments,
          translation: isSource ? englishText : (entry.translation ?? ''),
        };
      }
      return po.serialize(entriesByKey, context);
    },
  };
}

function commentOf({ comments = [] }: MessageType, prefix: string): string | undefined {
  return comments.find((comment) => comment.startsWith(prefix))?.slice(prefix.length);
}

/**
 * Returns the key of a new text: its area and a fingerprint of its beginning.
 * @param id lingui's id
 */
export function keyOf(id: string, { origin = [] }: MessageType): string {
  const [area = 'start'] = areasOf(origin.map(([path]) => path));
  return `${area}.${Buffer.from(id).toString('hex').slice(0, 12)}`;
}
