import {
  type ChosenPicture,
  pictureProblems,
  type ShownPicture,
} from '#schemas/operator/picture-fields.ts';
import { ApiFailure } from '../http/failure.ts';

/** Alternative text of a picture. */
interface PictureTexts {
  readonly is_decorative: boolean;
  /** Alternative texts by language; none is empty. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Pictures' texts by picture id. Pictures that came from a setup may have no texts. */
export type AltTexts = Readonly<Record<string, PictureTexts>>;

/** A picture in an article that is being edited, with its alternative texts. */
export interface EditedPicture extends PictureTexts {
  readonly id: string;
}

/** Returns the pictures of published content with their texts. */
export function withAltTexts(ids: readonly string[], { alt_texts }: { alt_texts: unknown }) {
  // The cast is safe, because texts are validated before they are stored.
  const texts = alt_texts as AltTexts;
  return ids.map((id): EditedPicture => ({
    id,
    ...(texts[id] ?? { is_decorative: false, texts: {} }),
  }));
}

/** Converts the pictures that a form sent. Empty texts are omitted. */
export function toEditedPictures(pictures: readonly ChosenPicture[]): EditedPicture[] {
  return pictures.map(({ id, is_decorative, texts }) => ({
    id: id.toLowerCase(),
    is_decorative,
    texts: Object.fromEntries(
      texts.filter(({ text }) => text !== '').map(({ language, text }) => [language, text]),
    ),
  }));
}

export const toShownPictures = (pictures: readonly EditedPicture[]): ShownPicture[] =>
  pictures.map(({ id, is_decorative, texts }) => ({
    id,
    s: `/files/content/${id}/s`,
    l: `/files/content/${id}/l`,
    is_decorative,
    texts: Object.entries(texts).map(([language, text]) => ({ language, text })),
  }));

/** Converts the pictures' texts to the form that is stored with published content. */
export const toAltTexts = (pictures: readonly EditedPicture[]): AltTexts =>
  Object.fromEntries(pictures.map(({ id, ...texts }) => [id, texts]));

/**
 * Returns a picture's alternative text by language, as the app receives it: empty texts for a decorative picture, and
 * undefined for a picture without texts.
 */
export function getAltTexts(
  pictureTexts: PictureTexts | undefined,
  languages: readonly string[],
): Record<string, string> | undefined {
  if (pictureTexts === undefined) return undefined;
  const { is_decorative, texts } = pictureTexts;
  if (is_decorative) return Object.fromEntries(languages.map((language) => [language, '']));
  return Object.keys(texts).length === 0 ? undefined : { ...texts };
}

/** @throws ApiFailure `invalid_input` if a picture that isn't decorative has no text in one of the languages */
export function requireAltTexts(
  pictures: readonly EditedPicture[],
  languages: readonly string[],
): void {
  const isIncomplete = pictures.some(
    ({ is_decorative, texts }) =>
      !is_decorative && languages.some((language) => !Object.hasOwn(texts, language)),
  );
  if (isIncomplete)
    throw new ApiFailure('invalid_input', { details: { reason: pictureProblems.textNeeded } });
}

/** Returns what the audit records about pictures: their ids, which are decorative, and their alternative texts. */
export function auditedPictures(pictures: readonly EditedPicture[]): Map<string, string> {
  const languages = [...new Set(pictures.flatMap(({ texts }) => Object.keys(texts)))];
  const decorativeIds = pictures.filter(({ is_decorative }) => is_decorative).map(({ id }) => id);
  return new Map([
    ...(pictures.length === 0
      ? []
      : [['pictures', pictures.map(({ id }) => id).join(' ')] as const]),
    ...(decorativeIds.length === 0 ? [] : [['decorative', decorativeIds.join(' ')] as const]),
    ...languages.map(
      (language) =>
        [
          `alternative_${language}`,
          pictures.map(({ texts }) => texts[language] ?? '–').join(' | '),
        ] as const,
    ),
  ]);
}
