import type { CatalogFormatter, CatalogType, MessageType } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { areasOf } from './catalogue-part.ts';

/** Stands before the English text in every other language's catalogue. */
const ENGLISH = 'en: ';
/** Marks a translation whose English text was changed since: gettext's own word for it. */
export const FUZZY = 'fuzzy';

// Line numbers would change every catalogue with every edit of a screen.
const po = formatter({ lineNumbers: false, explicitIdAsDefault: true });

/** A text as a catalogue keeps it: `extra` holds its key, and gettext's flags. */
export type Text = MessageType & { extra?: { key?: string; flags?: readonly string[] } };
export type Texts = Record<string, Text>;

/**
 * Catalogues whose entries have a key that stays, whatever is corrected in the English text: in `en.po` the
 * English text is the value, in all others the translation, with the English beside it for translators.
 * To lingui a text is still known by its own words.
 */
export function stablePo(): CatalogFormatter {
  return {
    catalogExtension: po.catalogExtension,
    async parse(content, context) {
      const isSource = context.locale === context.sourceLocale;
      const texts: Texts = {};
      for (const [key, entry] of Object.entries(await po.parse(content, context))) {
        const english = isSource ? entry.translation : englishOf(entry);
        if (english === undefined)
          throw new Error(`${context.filename}: ${key} lacks its English text.`);
        const comments = (entry.comments ?? []).filter((comment) => !comment.startsWith(ENGLISH));
        texts[generateMessageId(english, entry.context) as string] = {
          ...entry,
          message: english,
          comments,
          extra: { ...entry.extra, key },
        };
      }
      return texts as CatalogType;
    },
    serialize(catalog, context) {
      const isSource = context.locale === context.sourceLocale;
      const byKey: CatalogType = {};
      for (const [id, entry] of Object.entries(catalog as Texts)) {
        const english = entry.message ?? id;
        const comments = [...(isSource ? [] : [ENGLISH + english]), ...(entry.comments ?? [])];
        const key = entry.extra?.key ?? keyOf(id, entry);
        // To the writer the key is an id that somebody chose.
        byKey[key] = {
          ...entry,
          message: key,
          comments,
          translation: isSource ? english : (entry.translation ?? ''),
        };
      }
      return po.serialize(byKey, context);
    },
  };
}

function englishOf({ comments = [] }: MessageType): string | undefined {
  return comments.find((comment) => comment.startsWith(ENGLISH))?.slice(ENGLISH.length);
}

/** The key of a new text: where it stands, and its first words' fingerprint. @param id lingui's */
export function keyOf(id: string, { origin = [] }: MessageType): string {
  const [area = 'start'] = areasOf(origin.map(([path]) => path));
  return `${area}.${Buffer.from(id).toString('hex').slice(0, 12)}`;
}
