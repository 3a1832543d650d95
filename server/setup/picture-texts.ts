import { type AltTexts, picturesOf } from '../contents/picture-texts.ts';
import { DECORATIVE, type SetupPictureTexts } from './setup-schema.ts';

/** Alternative texts of pictures as the files of a setup have them; nothing if no picture has any. */
export function toPictureTexts(
  ids: readonly string[],
  row: { readonly alt_texts: unknown },
): { readonly picture_texts?: SetupPictureTexts } {
  const texts: [string, SetupPictureTexts[string]][] = picturesOf(ids, row)
    .filter((picture) => picture.is_decorative || Object.keys(picture.texts).length > 0)
    .map((picture) => [picture.id, picture.is_decorative ? DECORATIVE : { ...picture.texts }]);
  return texts.length === 0 ? {} : { picture_texts: Object.fromEntries(texts) };
}

/** Alternative texts of the files as they are stored; nothing if the files don't say any, so that existing ones stay. */
export function toStoredTexts(texts: SetupPictureTexts | undefined): {
  readonly altTexts?: AltTexts;
} {
  if (texts === undefined) return {};
  const stored = Object.entries(texts).map(([id, text]) => [
    id,
    text === DECORATIVE
      ? { is_decorative: true, texts: {} }
      : { is_decorative: false, texts: text },
  ]);
  return { altTexts: Object.fromEntries(stored) as AltTexts };
}

/** An item of the files, with the texts of the existing one if the files don't say any. */
export function withPictureTexts<T extends { picture_texts?: SetupPictureTexts | undefined }>(
  item: T,
  existing: T | undefined,
): T {
  if (item.picture_texts !== undefined || existing?.picture_texts === undefined) return item;
  return { ...item, picture_texts: existing.picture_texts };
}
