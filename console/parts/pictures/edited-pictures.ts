import * as v from 'valibot';
import { catalogueLanguages, type CatalogueLanguage } from '#schemas/languages.ts';
import type { ChosenPicture, ShownPicture } from '#schemas/operator/picture-fields.ts';

const editedPicture = v.object({
  id: v.string(),
  is_decorative: v.boolean(),
  /** Alternative texts by language; none is empty. */
  texts: v.record(v.string(), v.string()),
});
/** A picture in a form. */
export type EditedPicture = v.InferOutput<typeof editedPicture>;
const editedPictures = v.array(editedPicture);

/** Pictures as one value of a form: equal texts mean equal pictures. */
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

/** Reads the value of a form. */
export function readPictures(value: string): EditedPicture[] {
  try {
    return v.parse(editedPictures, JSON.parse(value));
  } catch {
    return [];
  }
}

/** Alternative texts of a form's value, for comparison. */
export const picturesText = (value: string): string =>
  readPictures(value)
    .map(({ texts }, index) => `${index + 1}. ${Object.values(texts).join(' / ') || '–'}`)
    .join('; ');

export const toEditedPictures = (pictures: readonly ShownPicture[]): EditedPicture[] =>
  pictures.map(({ id, is_decorative, texts }) => ({
    id,
    is_decorative,
    texts: Object.fromEntries(texts.map(({ language, text }) => [language, text])),
  }));

/** Pictures in the server's format. */
export const chosenPicturesOf = (pictures: readonly EditedPicture[]): ChosenPicture[] =>
  pictures.map(({ id, is_decorative, texts }) => ({
    id,
    is_decorative,
    texts: catalogueLanguages.flatMap((language) =>
      texts[language] ? [{ language, text: texts[language] }] : [],
    ),
  }));

/** Languages in which a picture lacks its alternative text. */
export function missingLanguages<Language extends CatalogueLanguage>(
  { is_decorative, texts }: EditedPicture,
  languages: readonly Language[],
): Language[] {
  // The server drops spaces.
  return is_decorative ? [] : languages.filter((language) => !/\S/.test(texts[language] ?? ''));
}
