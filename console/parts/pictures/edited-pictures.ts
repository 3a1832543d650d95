import * as v from 'valibot';
import { catalogueLanguages, type CatalogueLanguage } from '#schemas/languages.ts';
import type { ChosenPicture, ShownPicture } from '#schemas/operator/picture-fields.ts';

const editedPicture = v.object({
  id: v.string(),
  is_decorative: v.boolean(),
  /** Alt texts by language; none is empty. */
  texts: v.record(v.string(), v.string()),
});
/** An image in a form. */
export type EditedPicture = v.InferOutput<typeof editedPicture>;
const editedPictures = v.array(editedPicture);

/** Serialises images as a single form value: equal values mean equal images. */
export const picturesValue = (pictures: readonly EditedPicture[]): string =>
  JSON.stringify(
    pictures.map(({ id, is_decorative, texts }) => ({
      id,
      is_decorative,
      texts: Object.fromEntries(
        catalogueLanguages.flatMap((language) =>
          texts[language] ? [[language, texts[language]]] : [],
        ),
      ),
    })),
  );

/** Parses the form value. */
export function parsePictures(value: string): EditedPicture[] {
  try {
    return v.parse(editedPictures, JSON.parse(value));
  } catch {
    return [];
  }
}

/** Returns the alt texts of a form value as one text, so that the operator can compare two values. */
export const picturesText = (value: string): string =>
  parsePictures(value)
    .map(({ texts }, index) => `${index + 1}. ${Object.values(texts).join(' / ') || '–'}`)
    .join('; ');

export const toEditedPictures = (pictures: readonly ShownPicture[]): EditedPicture[] =>
  pictures.map(({ id, is_decorative, texts }) => ({
    id,
    is_decorative,
    texts: Object.fromEntries(texts.map(({ language, text }) => [language, text])),
  }));

/** Images in the server's format. */
export const toChosenPictures = (pictures: readonly EditedPicture[]): ChosenPicture[] =>
  pictures.map(({ id, is_decorative, texts }) => ({
    id,
    is_decorative,
    texts: catalogueLanguages.flatMap((language) =>
      texts[language] ? [{ language, text: texts[language] }] : [],
    ),
  }));

/** Languages in which an image lacks its alt text. */
export function missingLanguages<Language extends CatalogueLanguage>(
  { is_decorative, texts }: EditedPicture,
  languages: readonly Language[],
): Language[] {
  // The server drops texts that consist only of spaces.
  return is_decorative ? [] : languages.filter((language) => !/\S/.test(texts[language] ?? ''));
}
