import * as v from 'valibot';
import { contentPicture, MAX_ALT_TEXT } from '../content.ts';
import { catalogueLanguages } from '../languages.ts';
import { text, typedText, uuid } from '../primitives.ts';

/** Limits in bytes, so that devices can keep the pictures offline. */
export const MAX_PICTURE_BYTES = 500_000;
export const MAX_SMALL_PICTURE_BYTES = 100_000;
/** As many as the files of the setup allow. */
export const MAX_CONTENT_PICTURES = 21;
export const MAX_PRODUCT_PICTURES = 20;

/** Reasons of failures. */
export const pictureProblems = {
  /** The file isn’t a JPEG, PNG or WebP picture, or it is too large. */
  unreadable: 'picture_unreadable',
  /** No picture with this id was uploaded. */
  unknown: 'picture_unknown',
  /** A picture that isn’t decorative has no alternative text in a language that would be published. */
  textNeeded: 'picture_text_needed',
} as const;

const base64 = (maxBytes: number) =>
  v.pipe(v.string(), v.maxLength(4 * Math.ceil(maxBytes / 3)), v.base64());

/** A picture in two sizes of the same type, as Base64. If the small one is missing, the large one is used for both. */
export const uploadedPicture = v.object({
  large: base64(MAX_PICTURE_BYTES),
  small: v.nullable(base64(MAX_SMALL_PICTURE_BYTES)),
});

/** A picture with its alternative texts, as a form sends it. */
const chosenPicture = v.object({
  id: uuid,
  /** True if the picture adds nothing to the text, so that it needs no alternative text. */
  is_decorative: v.boolean(),
  texts: v.pipe(
    v.array(v.object({ language: v.picklist(catalogueLanguages), text: typedText(MAX_ALT_TEXT) })),
    v.maxLength(catalogueLanguages.length),
    v.check((texts) => new Set(texts.map(({ language }) => language)).size === texts.length),
  ),
});

/** Pictures in order, each once. */
export const chosenPictures = (max: number) =>
  v.pipe(
    v.array(chosenPicture),
    v.maxLength(max),
    v.check(
      (pictures) => new Set(pictures.map(({ id }) => id.toLowerCase())).size === pictures.length,
    ),
  );
export type ChosenPicture = v.InferOutput<typeof chosenPicture>;

/** A picture with its alternative texts, and the paths of its two sizes on the console’s server. */
export const shownPicture = v.object({
  ...v.pick(contentPicture, ['s', 'l']).entries,
  id: uuid,
  is_decorative: v.boolean(),
  texts: v.array(
    v.object({ language: v.pipe(v.string(), v.regex(/^[a-z]{2}$/)), text: text(MAX_ALT_TEXT) }),
  ),
});
export type ShownPicture = v.InferOutput<typeof shownPicture>;
