import * as v from 'valibot';
import { moment, text, uuid, wholeNumber } from '../primitives.ts';

/** All error codes of the server with their HTTP status. The app has its own messages for them. */
export const apiErrorStatus = {
  invalid_input: 400,
  not_a_product: 400,
  unknown_serial: 400,
  serial_mismatch: 400,
  type_not_allowed: 400,
  photo_needed: 400,
  survey_incomplete: 400,
  reasons_needed: 400,
  agreement_incomplete: 400,
  date_too_early: 400,
  company_type_unknown: 400,
  acceptance_needed: 400,
  tax_number_needed: 400,
  address_incomplete: 400,
  phone_region_mismatch: 400,
  invalid_phone: 400,
  letters_not_allowed: 400,
  category_unknown: 400,
  product_twice: 400,
  validity_too_short: 400,
  characters_unprintable: 400,
  material_incomplete: 400,
  material_invalid: 400,
  unauthorised: 401,
  session_expired: 401,
  refresh_reused: 401,
  forbidden: 403,
  not_found: 404,
  installer_not_found: 404,
  product_not_found: 404,
  project_not_found: 404,
  lead_not_found: 404,
  card_not_found: 404,
  file_not_found: 404,
  photo_not_found: 404,
  invalid_code: 406,
  already_scanned: 406,
  conflict: 409,
  installer_exists: 409,
  email_taken: 409,
  phone_taken: 409,
  phone_immutable: 409,
  team_full: 409,
  registration_number_taken: 409,
  email_needed: 409,
  project_not_open: 409,
  new_photo_not_accepted: 409,
  project_has_products: 409,
  project_of_lead: 409,
  project_not_closed: 409,
  certificate_exists: 409,
  share_limit_reached: 409,
  photos_not_available: 409,
  lead_moved_on: 409,
  move_not_allowed: 409,
  date_immutable: 409,
  attachments_full: 409,
  company_storage_full: 409,
  chat_full: 409,
  product_unavailable: 409,
  price_changed: 409,
  out_of_stock: 409,
  insufficient_points: 409,
  minimum_not_reached: 409,
  card_pending: 409,
  too_few_windows: 409,
  card_registered: 409,
  card_inactive: 409,
  checkpoint_stale: 409,
  in_progress: 409,
  payload_too_large: 413,
  unsupported_media: 415,
  hash_mismatch: 422,
  key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  maintenance: 503,
  unavailable: 503,
  server_full: 507,
} as const;

export type ApiErrorCode = keyof typeof apiErrorStatus;
export const apiErrorCodes = Object.keys(apiErrorStatus) as ApiErrorCode[];

/** Maps former codes to the current ones. Older servers, apps and stored data may still use them. */
export const formerErrorCodes = {
  phone_fixed: 'phone_immutable',
  date_fixed: 'date_immutable',
  letters_unprintable: 'characters_unprintable',
  material_mismatch: 'material_invalid',
  card_windows_needed: 'too_few_windows',
} as const satisfies Readonly<Record<string, ApiErrorCode>>;
type FormerErrorCode = keyof typeof formerErrorCodes;

/** Replaces the former name of a code with the current one. Other codes are unchanged. */
export function currentErrorCode<const Code extends string>(
  code: Code | FormerErrorCode,
): Exclude<Code, FormerErrorCode> | ApiErrorCode {
  return Object.hasOwn(formerErrorCodes, code)
    ? formerErrorCodes[code as FormerErrorCode]
    : // Safe: the type excludes only former names.
      (code as Exclude<Code, FormerErrorCode>);
}

/** Codes that a response may contain, including former names. */
export const receivedErrorCode = v.picklist([
  ...apiErrorCodes,
  // The keys are exactly the former names.
  ...(Object.keys(formerErrorCodes) as FormerErrorCode[]),
]);

/** Earlier scan of the same serial number. Returned only to the company that owns it. */
export const earlierScan = v.object({
  /** Id of the scan. */
  uuid,
  projects_id: uuid,
  created_at: moment,
  /** Name of the user who scanned the product; null if unknown. */
  by: v.nullable(text(170)),
});
export type EarlierScan = v.InferOutput<typeof earlierScan>;

/** Reason why a session ended: an owner changed the user's sign-in phone number. */
export const PHONE_CHANGED = 'phone_changed';
/** Reason why a session ended or a sign-in was rejected (`forbidden`): an operator blocked the company. */
export const COMPANY_BLOCKED = 'company_blocked';

/**
 * An error. `field` is the dotted path of the invalid input, if any; `earlier` is only for `already_scanned`;
 * `tries_left` is the number of tries left after `invalid_code`; `reason` is set on `session_expired` and `forbidden`
 * if the user needs to know why.
 */
export const apiError = v.object({
  code: v.pipe(receivedErrorCode, v.transform(currentErrorCode)),
  field: v.optional(v.string()),
  message: v.string(),
  earlier: v.optional(earlierScan),
  tries_left: v.optional(wholeNumber),
  /** Any string, because a newer server may send new reasons; apps show the ones they recognise. */
  reason: v.optional(v.string()),
});
export type ApiError = v.InferOutput<typeof apiError>;

/** Body of every error response. */
export const apiFailure = v.object({ errors: v.pipe(v.array(apiError), v.minLength(1)) });
export type ApiFailure = v.InferOutput<typeof apiFailure>;

/** Errors that every call can return. */
export const commonErrors: readonly ApiErrorCode[] = [
  'invalid_input',
  'not_found',
  'payload_too_large',
  'unsupported_media',
  'too_many_requests',
  'internal',
  'maintenance',
  'unavailable',
  'server_full',
];
/** Errors that every authenticated call can return. */
export const sessionErrors: readonly ApiErrorCode[] = [
  'unauthorised',
  'session_expired',
  'forbidden',
];
