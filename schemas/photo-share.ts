import * as v from 'valibot';
import { type AttachmentGroup, MAX_PROJECT_PHOTOS } from './attachment.ts';
import { moment, text, uuid, wholeNumber } from './primitives.ts';

/** Groups of project photos, in the order of the work. */
export const photoGroups = [
  'before',
  'during',
  'after',
] as const satisfies readonly AttachmentGroup[];

/** Number of days for which a link to shared photos works. */
export const SHARE_DAYS = 30;
/** Maximum number of active links per project. */
export const MAX_SHARE_LINKS = 20;

/** A link that shows selected photos of a project to anyone. */
export const photoShare = v.object({
  uuid,
  created_at: moment,
  expires_at: moment,
  photos_count: wholeNumber,
});
export type PhotoShare = v.InferOutput<typeof photoShare>;

/**
 * A new link. The response contains its secret URL, which the server doesn't store. A retry with the same
 * `uuid` replaces the link, so a lost response doesn't leave a second one behind.
 */
export const photoShareRequest = v.object({
  uuid,
  photos: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_PROJECT_PHOTOS)),
});
export type PhotoShareRequest = v.InferOutput<typeof photoShareRequest>;

export const createdShare = v.object({
  ...photoShare.entries,
  link: text(500, 1),
});
export type CreatedShare = v.InferOutput<typeof createdShare>;
