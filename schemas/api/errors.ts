import * as v from 'valibot';

/**
 * Every error the server answers with: its code, its HTTP status, and an English message for logs and
 * for developers. The app branches on the code and finds its own words.
 */
export const apiErrors = {
  invalid_input: { status: 400, message: 'Some of what was sent is not valid.' },
  not_a_product: { status: 400, message: 'This is not a valid product.' },
  unknown_serial: { status: 400, message: 'This serial number is not in the registry.' },
  serial_mismatch: { status: 400, message: 'This serial number belongs to another product.' },
  type_not_allowed: { status: 400, message: 'This product type does not count for this account.' },
  survey_incomplete: { status: 400, message: 'The survey is not complete.' },
  reasons_needed: { status: 400, message: 'Say at least one reason.' },
  agreement_incomplete: { status: 400, message: 'The agreement is not complete.' },
  date_too_early: { status: 400, message: 'The date is in the past.' },
  company_type_unknown: { status: 400, message: 'There is no such company type here.' },
  acceptance_needed: { status: 400, message: 'This has to be accepted.' },
  tax_number_needed: {
    status: 400,
    message: 'This number is required, with at least 6 characters.',
  },
  address_incomplete: { status: 400, message: 'The address is not complete.' },
  phone_region_mismatch: {
    status: 400,
    message: 'The phone number is of another country than the address.',
  },
  invalid_phone: { status: 400, message: 'Invalid phone number' },
  letters_not_allowed: { status: 400, message: 'Letters are not allowed' },
  unauthorised: { status: 401, message: 'Sign in first.' },
  session_expired: { status: 401, message: 'The session has ended.' },
  refresh_reused: { status: 401, message: 'This refresh token was used already.' },
  forbidden: { status: 403, message: 'This account may not do that.' },
  not_found: { status: 404, message: 'Not found.' },
  installer_not_found: { status: 404, message: 'Installer not found.' },
  product_not_found: { status: 404, message: 'This is not a valid product.' },
  project_not_found: { status: 404, message: 'The project does not exist.' },
  lead_not_found: { status: 404, message: 'The lead does not exist.' },
  card_not_found: { status: 404, message: 'There is no such card.' },
  file_not_found: { status: 404, message: 'The file has not arrived.' },
  photo_not_found: { status: 404, message: 'The photo has not arrived.' },
  invalid_code: { status: 406, message: 'The code is wrong or no longer valid.' },
  already_scanned: { status: 406, message: 'This product has been scanned already.' },
  conflict: { status: 409, message: 'Somebody changed this in the meantime.' },
  installer_exists: { status: 409, message: 'Installer exists' },
  email_taken: { status: 409, message: 'The email has already been taken.' },
  phone_taken: { status: 409, message: 'Phone number is not unique.' },
  registration_number_taken: {
    status: 409,
    message: 'The company registration number has already been taken.',
  },
  email_needed: { status: 409, message: 'There is no e-mail address to verify.' },
  project_not_open: { status: 409, message: 'The project is not open any more.' },
  project_has_products: { status: 409, message: 'The project still has products.' },
  project_of_lead: { status: 409, message: 'The project was a lead and stays.' },
  lead_moved_on: { status: 409, message: 'The lead was moved in the meantime.' },
  move_not_allowed: { status: 409, message: 'The lead cannot be moved there.' },
  date_fixed: { status: 409, message: 'The date cannot be changed on its day.' },
  chat_full: { status: 409, message: 'The chat takes no more messages.' },
  product_unavailable: { status: 409, message: 'This product is not sold any more.' },
  price_changed: { status: 409, message: 'The price has changed.' },
  out_of_stock: { status: 409, message: 'There are not as many any more.' },
  insufficient_points: { status: 409, message: 'The company has fewer points than that.' },
  minimum_not_reached: { status: 409, message: 'The order is below the minimum of its vendor.' },
  card_pending: { status: 409, message: 'A card is on its way already.' },
  card_windows_needed: { status: 409, message: 'Too few windows were scanned this year.' },
  card_registered: { status: 409, message: 'The company has a card already.' },
  card_inactive: { status: 409, message: 'The card is not active.' },
  checkpoint_stale: { status: 409, message: 'The checkpoint is not of this database.' },
  in_progress: { status: 409, message: 'The same request is still being worked on.' },
  payload_too_large: { status: 413, message: 'Too much was sent at once.' },
  unsupported_media: { status: 415, message: 'This kind of file is not accepted.' },
  hash_mismatch: { status: 422, message: 'The file is not what was announced.' },
  key_reused: { status: 422, message: 'The idempotency key was used for something else.' },
  too_many_requests: { status: 429, message: 'Too many requests.' },
  internal: { status: 500, message: 'Something went wrong.' },
  maintenance: { status: 503, message: 'The service is being maintained.' },
  unavailable: { status: 503, message: 'The service can not answer just now. Ask again soon.' },
  server_full: { status: 507, message: 'The server has no room left to write. Reading goes on.' },
} as const;

export type ApiErrorCode = keyof typeof apiErrors;
export const apiErrorCodes = Object.keys(apiErrors) as ApiErrorCode[];
export const apiErrorCode = v.picklist(apiErrorCodes);

/** One failure. `field` names the part of the input, as a dotted path, where there is one. */
export const apiError = v.object({
  code: apiErrorCode,
  field: v.optional(v.string()),
  message: v.string(),
});
export type ApiError = v.InferOutput<typeof apiError>;

/** The body of every answer that is not a success. */
export const apiFailure = v.object({ errors: v.pipe(v.array(apiError), v.minLength(1)) });
export type ApiFailure = v.InferOutput<typeof apiFailure>;

/** Errors that any call may answer with. */
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
/** Errors that any call behind a session may answer with. */
export const sessionErrors: readonly ApiErrorCode[] = [
  'unauthorised',
  'session_expired',
  'forbidden',
];
