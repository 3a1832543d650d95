import * as v from 'valibot';
import { deviceTime, newestFirst, uuid, wholeNumber } from './primitives.ts';
import { earlierScan } from './api/errors.ts';
import { campaignId } from './campaign.ts';
import { productRejection } from './product-rejection.ts';
import { refusal } from './refusal.ts';
import { replicatedEntries } from './replicated.ts';
import { MAX_CODE_LENGTH, CODE_PATTERN } from './serial-number.ts';

/** The manufacturer's verdict on a saved product (certificate tags 1, 2, 3 of spec 1 §3). */
export const productFlag = v.picklist(['valid', 'in_review', 'rejected']);
export type ProductFlag = v.InferOutput<typeof productFlag>;

const productPart = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,12}$/), v.maxLength(12));

/** Type, size and variant, as on the label. */
export const productEntries = { type: productPart, size: productPart, variant: productPart };

/** Serial number, as on the label: usually 8 and 4 characters, but a label may have more parts. */
export const serialNumber = v.pipe(v.string(), v.regex(CODE_PATTERN), v.maxLength(MAX_CODE_LENGTH));

/** Subject of a product photo; the reviewer checks different things on each. */
export const photoSubject = v.picklist(['product', 'label']);
export type PhotoSubject = v.InferOutput<typeof photoSubject>;

/** Data that a user saves about a scanned product (spec 1 §3). */
const saveEntries = {
  ...productEntries,
  projects_id: uuid,
  /** Null for a generic scan, which has a photo instead. */
  serial_number: v.nullable(serialNumber),
  /** True if the serial number identifies one item; false for a generic scan. */
  is_unique: v.boolean(),
  /** Answers to the product survey, as JSON. */
  survey: v.nullable(v.pipe(v.string(), v.maxLength(4000))),
  /** Id of an uploaded photo. */
  image_data: v.nullable(uuid),
  /** Subject of that photo; older apps and servers don't send it. */
  photo_of: v.optional(v.nullable(photoSubject)),
  manual: v.boolean(),
  time: deviceTime,
};

/** Fields that a new photo doesn't change. */
export const fieldsExceptPhoto = [
  'type',
  'size',
  'variant',
  'projects_id',
  'serial_number',
  'is_unique',
  'survey',
  'manual',
  'time',
] as const satisfies readonly (keyof typeof saveEntries)[];

/** A scan to save or change: `base_op_id` is null if it's new as far as the device knows. */
export const scanSave = v.object({
  uuid,
  op_id: uuid,
  base_op_id: v.nullable(uuid),
  deleted: v.literal(false),
  ...saveEntries,
});
export type ScanSave = v.InferOutput<typeof scanSave>;

/**
 * A scan to delete. Deleting a scan that the server never had also succeeds, and prevents it from being saved later.
 */
export const scanRemoval = v.object({ uuid, op_id: uuid, deleted: v.literal(true) });
export type ScanRemoval = v.InferOutput<typeof scanRemoval>;

/** The campaign that applied when the server saved the scan, and its extra points. */
const scanCampaign = v.object({ id: campaignId, points: wholeNumber });
export type ScanCampaign = v.InferOutput<typeof scanCampaign>;

/** A saved scan on the server. */
export const scan = v.object({
  ...replicatedEntries,
  ...saveEntries,
  flag: productFlag,
  /** Null if there is no objection; older servers don't send it. */
  rejection: v.optional(v.nullable(productRejection)),
  /** Points for the product when its project closes, including those of a campaign. */
  points: wholeNumber,
  /** Null if no campaign applied; older servers don't send it. */
  campaign: v.optional(v.nullable(scanCampaign)),
});
export type Scan = v.InferOutput<typeof scan>;

/**
 * State of a scan on this device. `captured`: not yet saved to a project. `waiting`: to be sent. `sent`: the
 * server has it. `refused`: the server rejected it, see `refusal`.
 */
const scanState = v.picklist(['captured', 'waiting', 'sent', 'refused']);
export type ScanState = v.InferOutput<typeof scanState>;

/** Reason why the server rejected a scan; includes the earlier scan if the company itself already has the product. */
const scanRefusal = v.object({ ...refusal.entries, earlier: v.optional(earlierScan) });
export type ScanRefusal = v.InferOutput<typeof scanRefusal>;

const replacedPhoto = v.object({
  image_data: v.nullable(uuid),
  photo_of: v.nullable(photoSubject),
});

/** The scan in the local database: the wire's fields plus the device's own (spec 1 §3). */
export const scanDocument = v.object({
  ...v.omit(scan, ['deleted']).entries,
  /** Empty until a project is chosen; indexed, so it can't be null. */
  projects_id: v.pipe(v.string(), v.maxLength(36)),
  flag: v.nullable(productFlag),
  rejection: v.nullable(productRejection),
  campaign: v.nullable(scanCampaign),
  /** Deadline for a new photo of a `sent` scan; empty if none is needed, because an indexed field can't be null. */
  new_photo_by: v.pipe(v.string(), v.maxLength(24)),
  /** The server's photo until its replacement is accepted; null if the photo isn't being replaced. */
  replaced_photo: v.nullable(replacedPhoto),
  state: scanState,
  newest_first: newestFirst,
  refusal: v.nullable(scanRefusal),
  confirmed: v.boolean(),
  isValidated: v.boolean(),
  /** The server's verdict; null until the server has responded. */
  isValid: v.nullable(v.boolean()),
  requiresTagPhoto: v.boolean(),
  requiresSurvey: v.boolean(),
  /** Key of the photo stored on this device; `imageSent` is true if the server has the photo. */
  imageIdxDB: v.nullable(uuid),
  imageSent: v.boolean(),
  /** Serial number; empty for a generic scan, because an indexed field can't be null. */
  serial_key: v.pipe(v.string(), v.maxLength(MAX_CODE_LENGTH)),
  /** Latest edit that the server is known to have; null if none. */
  base_op_id: v.nullable(uuid),
  /**
   * Edits from this device that were replaced before the server responded. The server may have received one of them.
   */
  prior_op_ids: v.array(uuid),
});
export type ScanDocument = v.InferOutput<typeof scanDocument>;

/**
 * True if the photo can be replaced: a reviewer accepts a new one, or the server doesn't have the latest one
 * yet.
 */
export function acceptsNewPhoto(
  { new_photo_by, replaced_photo }: Pick<ScanDocument, 'new_photo_by' | 'replaced_photo'>,
  now: number,
): boolean {
  return replaced_photo !== null || Date.parse(new_photo_by) > now;
}

/** True if the server rejected the new photo as too late, and no reviewer has requested another since. */
export function isNewPhotoTooLate(
  { refusal, rejection }: Pick<ScanDocument, 'refusal' | 'rejection'>,
  now: number,
): boolean {
  const isReopened = Date.parse(rejection?.new_photo_until ?? '') > now;
  return refusal?.code === 'new_photo_not_accepted' && !isReopened;
}

/** Computes `new_photo_by`. */
export function newPhotoBy({
  state,
  rejection,
}: Pick<ScanDocument, 'state' | 'rejection'>): string {
  return state === 'sent' ? (rejection?.new_photo_until ?? '') : '';
}
