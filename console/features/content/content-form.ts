import * as v from 'valibot';
import { videoId } from '#schemas/content.ts';
import { catalogueLanguages, type CatalogueLanguage } from '#schemas/languages.ts';
import { type ContentText, hasBody } from '#schemas/operator/content-calls.ts';
import {
  toChosenPictures,
  picturesValue,
  parsePictures,
  toEditedPictures,
  type EditedPicture,
} from '#console/parts/pictures/edited-pictures.ts';
import type { EditedRecord } from '#console/parts/record/use-record-form.ts';
import type { ContentRecord } from './content-texts.ts';

/** Form values by field: the texts of each language, such as `title_pl`, `text_pl` and `youtube_pl`, and `pictures`. */
export type ContentValues = Readonly<Record<string, string>>;
export type ContentField = 'title' | 'text' | 'youtube';
export const contentFields: readonly ContentField[] = ['title', 'text', 'youtube'];

/** Name of the field that holds the images. */
export const PICTURES = 'pictures';

export const picturesOf = (values: ContentValues): EditedPicture[] =>
  parsePictures(values[PICTURES] ?? '');

export const contentSchema = v.record(v.string(), v.string());

export const valueOf = (values: ContentValues, field: ContentField, language: string): string =>
  values[`${field}_${language}`] ?? '';

/** Returns the content to edit: the draft, or the published version if there is no draft. */
export function toEditedContent({
  rev,
  draft,
  published: publishedContent,
  pictures,
}: ContentRecord): EditedRecord<ContentValues> {
  const texts = draft?.texts ?? publishedContent ?? [];
  const entries = catalogueLanguages.flatMap((language) => {
    const matchingText = texts.find((text) => text.language === language);
    return contentFields.map(
      (field) => [`${field}_${language}`, matchingText?.[field] ?? ''] as const,
    );
  });
  return {
    rev,
    values: {
      ...Object.fromEntries(entries),
      [PICTURES]: picturesValue(toEditedPictures(pictures)),
    },
  };
}

/** Returns the languages in which at least one field is filled in, in the order of `catalogueLanguages`. */
export const usedLanguages = (values: ContentValues): CatalogueLanguage[] =>
  catalogueLanguages.filter((language) =>
    contentFields.some((field) => valueOf(values, field, language) !== ''),
  );

/** Returns the draft in the server's format. Unchanged images are omitted. */
export const draftBody = (values: ContentValues, changes: Partial<ContentValues>, rev: number) => ({
  texts: contentTexts(values),
  ...(changes[PICTURES] !== undefined && { pictures: toChosenPictures(picturesOf(values)) }),
  rev,
});

function contentTexts(values: ContentValues) {
  return usedLanguages(values).map((language) => ({
    language,
    title: valueOf(values, 'title', language),
    text: valueOf(values, 'text', language),
    youtube: valueOf(values, 'youtube', language) || null,
  })) satisfies ContentText[];
}

/** Returns the languages that have a title, but neither a text nor a video. */
export const emptyLanguages = (values: ContentValues): readonly string[] =>
  contentTexts(values)
    .filter((content) => content.title !== '' && !hasBody(content))
    .map(({ language }) => language);

/** Extracts a video's id from its URL; returns any other text unchanged. */
export function toVideoId(text: string): string {
  const match = /(?:youtu\.be\/|\/embed\/|\/shorts\/|[?&]v=)([\w-]{6,20})/.exec(text);
  return match?.[1] ?? text.trim();
}

export const isVideoId = (text: string): boolean => text === '' || v.is(videoId, text);

export const hasVideoIds = (values: ContentValues): boolean =>
  usedLanguages(values).every((language) => isVideoId(valueOf(values, 'youtube', language)));
