import * as v from 'valibot';
import {
  defineCall,
  idParams,
  IMAGE_TIMEOUT_MS,
  listEntries,
  listResult,
  emptyResult,
  fileFields,
} from './call.ts';
import { apiError, type ApiErrorCode, earlierScan } from './errors.ts';
import { uuid, wholeNumber } from '../primitives.ts';
import {
  productEntries,
  scan,
  scanRemoval,
  type ScanRemoval,
  scanSave,
  type ScanSave,
  serialNumber,
} from '../scan.ts';

/** Maximum number of scans in one bulk request. */
export const MAX_BULK = 500;
/** Maximum size of a photo, in bytes. */
const MAX_PHOTO_BYTES = 10_000_000;

/** Reasons for rejecting a scan (docs/behaviour/scanning.md). */
export const scanErrors = [
  'already_scanned',
  'not_a_product',
  'unknown_serial',
  'serial_mismatch',
  'type_not_allowed',
  'project_not_found',
  'project_not_open',
  'photo_needed',
  'photo_not_found',
  'new_photo_not_accepted',
  'survey_incomplete',
  'conflict',
] as const satisfies readonly ApiErrorCode[];
export type ScanErrorCode = (typeof scanErrors)[number];

/** A code to confirm, with type, size and variant if known. */
const confirmationRequest = v.object({
  code: serialNumber,
  type: v.optional(productEntries.type),
  size: v.optional(productEntries.size),
  variant: v.optional(productEntries.variant),
});
export type ConfirmationRequest = v.InferOutput<typeof confirmationRequest>;

/**
 * The registry's verdict on a code. `ok`: known and matching. `partial`: the code is known, but type, size or
 * variant are missing or different, so the user is asked for them. Includes the registry's data about the
 * product.
 */
const confirmation = v.object({
  ...v.partial(v.object(productEntries)).entries,
  status: v.picklist(['ok', 'partial']),
  /** The code has already been counted for a company, so saving it would be rejected. */
  already_scanned: v.optional(v.boolean()),
  /** The company's earlier scan of this code, if any. */
  earlier: v.optional(earlierScan),
});
export type Confirmation = v.InferOutput<typeof confirmation>;

/** A verdict on one code of a batch. `ok` and `partial` include product data. */
const batchConfirmation = v.object({
  ...v.partial(v.object(productEntries)).entries,
  code: serialNumber,
  status: v.picklist(['ok', 'partial', 'unknown', 'type_not_allowed', 'already_scanned']),
  /** The company's earlier scan of this code, if any. */
  earlier: v.optional(earlierScan),
});
export type BatchConfirmation = v.InferOutput<typeof batchConfirmation>;

/**
 * The verdict on one item of a bulk request: either saved, with the server's scan, or rejected, with the error and the
 * server's scan if there is one. Verdicts are in the order of the request.
 */
export const scanVerdict = v.object({
  uuid,
  op_id: uuid,
  status: v.picklist([200, 201, 400, 404, 406, 409]),
  scan: v.nullable(scan),
  error: v.nullable(apiError),
});
export type ScanVerdict = v.InferOutput<typeof scanVerdict>;

/** An edit of a scan by a device, with all fields present. */
export type ScanEdit = ScanSave | ScanRemoval;

/** A scan in a request; clients that aren't offline-first omit the device's fields (spec 1 §3). */
const { uuid: id, op_id, base_op_id, deleted, survey, image_data, manual, time } = scanSave.entries;
const scanInput = v.object({
  ...scanSave.entries,
  ...v.partial(v.object({ uuid: id, op_id, base_op_id, deleted, survey, image_data, manual, time }))
    .entries,
});

export const scanEdit = v.variant('deleted', [scanInput, scanRemoval]);
export type ScanEditInput = v.InferOutput<typeof scanEdit>;

/** Scanning (spec 1 §7). */
export const scanCalls = {
  confirmScan: defineCall({
    id: 'confirmScan',
    method: 'GET',
    path: '/v2/scans/confirm',
    summary: 'Look up a code in the registry.',
    query: confirmationRequest,
    result: confirmation,
    errors: ['product_not_found', 'type_not_allowed'],
  }),
  confirmScans: defineCall({
    id: 'confirmScans',
    method: 'POST',
    path: '/v2/scans/confirm',
    summary: 'Look up many codes in the registry.',
    body: v.object({ scans: v.pipe(v.array(confirmationRequest), v.maxLength(MAX_BULK)) }),
    bareList: 'scans',
    result: v.object({ data: v.array(batchConfirmation) }),
  }),
  listScans: defineCall({
    id: 'listScans',
    method: 'GET',
    path: '/v2/scans',
    summary:
      'List your company’s scans, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object(listEntries),
    result: listResult(scan),
    errors: ['checkpoint_stale'],
  }),
  createScan: defineCall({
    id: 'createScan',
    method: 'POST',
    path: '/v2/scans',
    summary: 'Save a scan to a project.',
    body: scanInput,
    status: 201,
    result: scan,
    errors: scanErrors,
  }),
  sendScans: defineCall({
    id: 'sendScans',
    method: 'POST',
    path: '/v2/scans/bulk',
    summary: 'Send many new, changed and removed scans. Returns a result for each.',
    body: v.object({ scans: v.pipe(v.array(scanEdit), v.minLength(1), v.maxLength(MAX_BULK)) }),
    bareList: 'scans',
    result: v.object({ data: v.array(scanVerdict) }),
  }),
  deleteScan: defineCall({
    id: 'deleteScan',
    method: 'DELETE',
    path: '/v2/scans/{id}',
    summary: 'Remove a scan from an open project.',
    params: idParams,
    result: emptyResult,
    errors: ['project_not_open'],
  }),
  uploadPhoto: defineCall({
    id: 'uploadPhoto',
    method: 'POST',
    path: '/v1/product/image',
    summary: 'Upload a photo of a product or its label, before the scan that refers to it.',
    body: {
      kind: 'file',
      field: 'image',
      fields: fileFields,
      maxBytes: MAX_PHOTO_BYTES,
      mediaTypes: ['image/jpeg', 'image/png'],
    },
    status: 201,
    result: v.object({ uuid, sha256: v.string(), bytes: wholeNumber }),
    errors: ['hash_mismatch', 'key_reused'],
    timeoutMs: IMAGE_TIMEOUT_MS,
  }),
};
