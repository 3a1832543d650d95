import * as v from 'valibot';
import { newestFirst, uuid } from './primitives.ts';
import { replicatedEntries } from './replicated.ts';

export const contentType = v.picklist(['news', 'tutorial']);
export type ContentType = v.InferOutput<typeof contentType>;

/** Player for tutorial videos: the only third-party host that a page may embed. */
export const VIDEO_PROVIDER = 'https://www.youtube-nocookie.com';

/** Maximum length of a text in one language, in characters of HTML. */
export const MAX_CONTENT_TEXT = 20_000;
/** Sanitised HTML; see `server/contents/sanitise.ts`. */
const html = v.pipe(v.string(), v.maxLength(MAX_CONTENT_TEXT));
const languageCode = v.pipe(v.string(), v.regex(/^[a-z]{2}$/));

const videoPattern = /^[A-Za-z0-9_-]{6,20}$/;
/** Id of a YouTube video, as operators enter it. */
export const videoId = v.pipe(v.string(), v.maxLength(20), v.regex(videoPattern));

/** Texts in one language. */
const localisedContent = v.object({
  title: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  text: html,
  /** Null if there is no video. */
  youtube: v.nullable(v.pipe(v.string(), v.regex(videoPattern))),
});
type LocalisedContent = v.InferOutput<typeof localisedContent>;

/** Maximum length of an image's alt text. */
export const MAX_ALT_TEXT = 300;

/** An image in two sizes, as paths on this server. */
export const contentPicture = v.object({
  uuid,
  s: v.string(),
  l: v.string(),
  /** Alt texts by language code; empty if the image is decorative, absent if none was written. */
  alt: v.optional(v.record(languageCode, v.pipe(v.string(), v.maxLength(MAX_ALT_TEXT)))),
});
export type ContentPicture = v.InferOutput<typeof contentPicture>;

/** Alt text of an image in the language of the text around it; empty if there is none. */
export const altTextIn = ({ alt }: Pick<ContentPicture, 'alt'>, language: string): string =>
  alt?.[language] ?? '';

/** A news item or tutorial of a country (spec 2 §3), in all its languages. */
export const content = v.object({
  ...replicatedEntries,
  type: contentType,
  /** By language code; English is always present. */
  content: v.record(languageCode, localisedContent),
  media: v.nullable(contentPicture),
  other_images: v.array(contentPicture),
});
export type Content = v.InferOutput<typeof content>;

export const contentDocument = v.object({
  ...v.omit(content, ['deleted']).entries,
  newest_first: newestFirst,
});
export type ContentDocument = v.InferOutput<typeof contentDocument>;

/** Content in one language, with its language. */
interface ContentInLanguage extends LocalisedContent {
  readonly language: string;
}

/** Returns the texts in a language, otherwise in English, otherwise in any language. */
export function contentInLanguage(
  { content: texts }: Pick<Content, 'content'>,
  language: string,
): ContentInLanguage | null {
  const usedLanguage = [language, 'en', ...Object.keys(texts)].find(
    (each) => texts[each] !== undefined,
  );
  const usedText = usedLanguage === undefined ? undefined : texts[usedLanguage];
  return usedLanguage === undefined || usedText === undefined
    ? null
    : { ...usedText, language: usedLanguage };
}
