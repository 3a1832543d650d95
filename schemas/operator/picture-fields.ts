import * as v from 'valibot';
import { contentPicture, MAX_ALT_TEXT } from '../content.ts';
import { catalogueLanguages } from '../languages.ts';
import { text, typedText, uuid } from '../primitives.ts';

/** Maximum sizes of an image's large and small file, in bytes, so that devices can keep the images offline. */
export const MAX_PICTURE_BYTES = 500_000;
export const MAX_SMALL_PICTURE_BYTES = 100_000;
/** Maximum number of images in an article, which is the same as in the setup files. */
export const MAX_CONTENT_PICTURES = 21;
export const MAX_PRODUCT_PICTURES = 20;

/** Reasons for failures. */
export const pictureProblems = {
  /** The file isn’t a JPEG, PNG or WebP image, or it's too large. */
  unreadable: 'picture_unreadable',
  /** No image with this id was uploaded. */
  unknown: 'picture_unknown',
  /** An image that isn’t decorative has no alt text in a language to be published. */
  textNeeded: 'picture_text_needed',
} as const;

const base64 = (maxBytes: number) =>
  v.pipe(v.string(), v.maxLength(4 * Math.ceil(maxBytes / 3)), v.base64());

/**
 * An image in two sizes of the same type, as Base64. If the small one is missing, the large one is used for
 * both.
 */
export const uploadedPicture = v.object({
  large: base64(MAX_PICTURE_BYTES),
  small: v.nullable(base64(MAX_SMALL_PICTURE_BYTES)),
});

/** An image with its alt texts, as submitted by a form. */
const chosenPicture = v.object({
  id: uuid,
  /** True if the image adds nothing to the text, so it needs no alt text. */
  is_decorative: v.boolean(),
  texts: v.pipe(
    v.array(v.object({ language: v.picklist(catalogueLanguages), text: typedText(MAX_ALT_TEXT) })),
    v.maxLength(catalogueLanguages.length),
    v.check((texts) => new Set(texts.map(({ language }) => language)).size === texts.length),
  ),
});

/** Images in order, without duplicates. */
export const chosenPictures = (max: number) =>
  v.pipe(
    v.array(chosenPicture),
    v.maxLength(max),
    v.check(
      (pictures) => new Set(pictures.map(({ id }) => id.toLowerCase())).size === pictures.length,
    ),
  );
export type ChosenPicture = v.InferOutput<typeof chosenPicture>;

/** An image with its alt texts, and the paths of its two sizes on the console’s server. */
export const shownPicture = v.object({
  ...v.pick(contentPicture, ['s', 'l']).entries,
  id: uuid,
  is_decorative: v.boolean(),
  texts: v.array(
    v.object({ language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)), text: text(MAX_ALT_TEXT) }),
  ),
});
export type ShownPicture = v.InferOutput<typeof shownPicture>;
