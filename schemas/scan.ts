import * as v from 'valibot';
import { deviceTime, newestFirst, uuid, wholeNumber } from './primitives.ts';
import { earlierScan } from './api/errors.ts';
import { refusal } from './refusal.ts';
import { replicatedEntries } from './replicated.ts';
import { MAX_CODE_LENGTH, CODE_PATTERN } from './serial-number.ts';

/** How the manufacturer judges a saved product (certificate tags 1, 2, 3 of spec 1 §3). */
export const productFlag = v.picklist(['valid', 'in_review', 'rejected']);
export type ProductFlag = v.InferOutput<typeof productFlag>;

const productPart = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,12}$/), v.maxLength(12));

/** Type, size and variant of a product as the label writes them. */
export const productEntries = { type: productPart, size: productPart, variant: productPart };

/** A serial number as its label writes it: mostly 8 characters and 4, but a label may have more parts. */
export const serialNumber = v.pipe(v.string(), v.regex(CODE_PATTERN), v.maxLength(MAX_CODE_LENGTH));

/** What the photo of a product shows; the reviewer looks for other things on each. */
export const photoSubject = v.picklist(['product', 'label']);
export type PhotoSubject = v.InferOutput<typeof photoSubject>;

/** What the person says of a scanned product; the payload that the specification saves (spec 1 §3). */
const saveEntries = {
  ...productEntries,
  projects_id: uuid,
  /** Null for a generic scan: it has a photo instead. */
  serial_number: v.nullable(serialNumber),
  /** True when the serial number names one piece; false for a generic scan. */
  is_unique: v.boolean(),
  /** Answers to the product question, as JSON text. */
  survey: v.nullable(v.pipe(v.string(), v.maxLength(4000))),
  /** The uuid of an uploaded photo. */
  image_data: v.nullable(uuid),
  /** What that photo shows; older apps and servers don't say it. */
  photo_of: v.optional(v.nullable(photoSubject)),
  manual: v.boolean(),
  time: deviceTime,
};

/** One scan to save or to change: `base_op_id` is null when the device believes it is new. */
export const scanSave = v.object({
  uuid,
  op_id: uuid,
  base_op_id: v.nullable(uuid),
  deleted: v.literal(false),
  ...saveEntries,
});
export type ScanSave = v.InferOutput<typeof scanSave>;

/** One scan to take back. Deleting what the server never had succeeds, and stays deleted. */
export const scanRemoval = v.object({ uuid, op_id: uuid, deleted: v.literal(true) });
export type ScanRemoval = v.InferOutput<typeof scanRemoval>;

/** A saved scan as the server knows it. */
export const scan = v.object({
  ...replicatedEntries,
  ...saveEntries,
  flag: productFlag,
  /** What the product is worth when its project closes. */
  points: wholeNumber,
});
export type Scan = v.InferOutput<typeof scan>;

/**
 * Where a scan stands on this device:
 * `captured` read but not yet saved to a project; `waiting` saved, to be sent; `sent` the server has
 * it; `refused` the server would not take it, and `refusal` says why.
 */
export const scanState = v.picklist(['captured', 'waiting', 'sent', 'refused']);
export type ScanState = v.InferOutput<typeof scanState>;

/** Why the server would not take a scan; of a product that the own company has already, where. */
const scanRefusal = v.object({ ...refusal.entries, earlier: v.optional(earlierScan) });
export type ScanRefusal = v.InferOutput<typeof scanRefusal>;

/** The scan in the local database: the wire's fields and what only the device knows (spec 1 §3). */
export const scanDocument = v.object({
  ...v.omit(scan, ['deleted']).entries,
  /** Empty while no project is chosen. Not null, because it is indexed. */
  projects_id: v.pipe(v.string(), v.maxLength(36)),
  flag: v.nullable(productFlag),
  state: scanState,
  newest_first: newestFirst,
  refusal: v.nullable(scanRefusal),
  confirmed: v.boolean(),
  isValidated: v.boolean(),
  /** Null until a server has been asked; then what it said of the product. */
  isValid: v.nullable(v.boolean()),
  requiresTagPhoto: v.boolean(),
  requiresSurvey: v.boolean(),
  /** The key of the photo kept on this device, and whether the server has it. */
  imageIdxDB: v.nullable(uuid),
  imageSent: v.boolean(),
  /** The serial number, empty for a generic scan: indexed, so it can't be null. */
  serial_key: v.pipe(v.string(), v.maxLength(MAX_CODE_LENGTH)),
  /** The edit that the server is known to have; null while it has none. */
  base_op_id: v.nullable(uuid),
  /** Own edits that were replaced before an answer came: the server may have one of them. */
  prior_op_ids: v.array(uuid),
});
export type ScanDocument = v.InferOutput<typeof scanDocument>;
