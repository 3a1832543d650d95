import * as v from 'valibot';
import { emailAddress } from './email.ts';
import { moment, typedText, uuid } from './primitives.ts';
import { typedPhone } from './phone.ts';
import { regionCode } from './regions.ts';
import { roleId } from './roles.ts';

/** One-time codes have 5 digits (spec 1 §9). */
export const CODE_LENGTH = 5;
/** Length of codes after too many wrong guesses, until the next day. */
export const LONG_CODE_LENGTH = 10;
/** Wait before a new code can be requested (spec 1 §9). */
export const RESEND_SECONDS = 60;
/** At start, a token that expires sooner than this is refreshed (spec 1 §4). */
export const REFRESH_THRESHOLD_MINUTES = 10;

export const oneTimeCode = v.pipe(
  v.string(),
  v.maxLength(LONG_CODE_LENGTH),
  v.regex(/^(?:\d{5}|\d{10})$/),
);
/** Number of digits of the code that was just sent. */
export const codeLength = v.picklist([CODE_LENGTH, LONG_CODE_LENGTH]);
export type CodeLength = v.InferOutput<typeof codeLength>;

/** Requests a code by email or by phone, in a region. */
export const loginRequest = v.union([
  v.object({ email: emailAddress, region: regionCode }),
  v.object({ phone: typedPhone, region: regionCode }),
]);
export type LoginRequest = v.InferOutput<typeof loginRequest>;

/**
 * Response to a login request (spec 1 §3). `challenge_id` binds the code to this request. If the server hides
 * which accounts exist, all other fields are made up; `signedIn` has the real ones.
 */
export const loginResponse = v.object({
  region: regionCode,
  has_survey: v.boolean(),
  email_consent: v.boolean(),
  phone_consent: v.boolean(),
  options: v.pipe(v.string(), v.maxLength(10_000)),
  role: roleId,
  user_id: uuid,
  company_id: uuid,
  created_at: moment,
  challenge_id: uuid,
  code_length: codeLength,
});
export type LoginResponse = v.InferOutput<typeof loginResponse>;

/**
 * The code and its user. Without `challenge_id` (spec 1 §7), the code applies to the latest sign-in that the same
 * browser requested for that user. The browser is identified by its cookie.
 */
export const verifyRequest = v.object({
  userId: uuid,
  challenge_id: v.optional(uuid),
  code: oneTimeCode,
});

/** Tokens of a session, opaque to the client; `expiresAt` is by the server's clock. */
export const token = v.object({
  token: typedText(200, 20),
  refresh_token: typedText(200, 20),
  expiresAt: moment,
});
export type Token = v.InferOutput<typeof token>;

/** A successful sign-in: tokens and identity. */
export const signedIn = v.object({
  ...token.entries,
  user_id: uuid,
  company_id: uuid,
  role: roleId,
  region: regionCode,
  has_survey: v.boolean(),
});
export type SignedIn = v.InferOutput<typeof signedIn>;

/** Code for restoring a replaced email address: four groups of five digits, joined. */
export const RESTORE_CODE_LENGTH = 20;
export const restoreCode = v.pipe(v.string(), v.maxLength(20), v.regex(/^\d{20}$/));

/** The single-use `faker` parameter of the app's URL, which lets an operator impersonate a user (spec 1 §4). */
export const impersonationRequest = v.object({ faker: typedText(200, 20) });
/** Session as the impersonated user. */
export const impersonationSession = v.object({
  token,
  user_id: uuid,
  company_id: uuid,
  role: roleId,
  region: regionCode,
  /** Present if the session can't change anything. */
  is_read_only: v.optional(v.literal(true)),
});
