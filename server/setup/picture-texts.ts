import { type AltTexts, withAltTexts } from '../contents/picture-texts.ts';
import { DECORATIVE, type SetupPictureTexts } from './setup-schema.ts';

/** Converts stored alternative texts to the setup format. Returns an empty object if no picture has such texts. */
export function toPictureTexts(
  ids: readonly string[],
  row: { readonly alt_texts: unknown },
): { readonly picture_texts?: SetupPictureTexts } {
  const texts: [string, SetupPictureTexts[string]][] = withAltTexts(ids, row)
    .filter((picture) => picture.is_decorative || Object.keys(picture.texts).length > 0)
    .map((picture) => [picture.id, picture.is_decorative ? DECORATIVE : { ...picture.texts }]);
  return texts.length === 0 ? {} : { picture_texts: Object.fromEntries(texts) };
}

/**
 * Converts alternative texts from the setup format for storage. Returns an empty object if the files don't contain any,
 * so that the existing texts stay.
 */
export function toStoredTexts(texts: SetupPictureTexts | undefined): {
  readonly altTexts?: AltTexts;
} {
  if (texts === undefined) return {};
  const storedTexts = Object.entries(texts).map(([id, text]) => [
    id,
    text === DECORATIVE
      ? { is_decorative: true, texts: {} }
      : { is_decorative: false, texts: text },
  ]);
  return { altTexts: Object.fromEntries(storedTexts) as AltTexts };
}

/** Returns an item from the setup files. If it has no picture texts, it gets those of the existing item. */
export function withPictureTexts<T extends { picture_texts?: SetupPictureTexts | undefined }>(
  item: T,
  existingItem: T | undefined,
): T {
  if (item.picture_texts !== undefined || existingItem?.picture_texts === undefined) return item;
  return { ...item, picture_texts: existingItem.picture_texts };
}
