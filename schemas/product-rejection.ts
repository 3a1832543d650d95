import * as v from 'valibot';
import { multilineText } from './multiline-text.ts';
import { moment } from './primitives.ts';

/** Number of days in which a user may replace the photo of a product that a reviewer objected to. */
export const NEW_PHOTO_DAYS = 14;

/** Maximum length of a reviewer's note. */
export const MAX_NOTE = 500;

/**
 * Rejection reasons of countries without their own list. The value is true if a new photo can resolve the rejection.
 * The app contains the texts.
 */
export const builtInRejectionReasons = {
  label_unreadable: true,
  no_product: true,
  photo_mismatch: true,
  photo_used: true,
  not_installed: true,
  not_sold_here: false,
  returned: false,
  number_of_another: false,
  other: true,
} as const;

/** Reason for a product that was returned to the dealer. */
export const RETURNED_REASON = 'returned' satisfies keyof typeof builtInRejectionReasons;

/** Code of a reason: built-in, or in the region's `rejection_reasons`. */
export const rejectionCode = v.pipe(v.string(), v.regex(/^[a-z][a-z_]{0,39}$/));

/**
 * A reviewer's objection to a product. With the flag `rejected`, the product doesn't count; with `in_review`, a
 * new photo is requested, which returns the product to review and clears the objection.
 */
export const productRejection = v.object({
  code: rejectionCode,
  /** The reviewer's note to the installer. */
  note: v.nullable(multilineText(MAX_NOTE)),
  decided_at: moment,
  /** Deadline for a new photo; null if none is accepted. */
  new_photo_until: v.nullable(moment),
});
export type ProductRejection = v.InferOutput<typeof productRejection>;
