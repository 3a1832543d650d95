import * as v from 'valibot';
import { emailAddress } from './email.ts';
import { moment, typedText, uuid } from './primitives.ts';
import { typedPhone } from './phone.ts';
import { regionCode } from './regions.ts';
import { roleId } from './roles.ts';

/** One-time codes have 5 digits (spec 1 §9). */
export const CODE_LENGTH = 5;
/** Where somebody guesses at codes they have this many, until the next day. */
export const LONG_CODE_LENGTH = 10;
/** A new code may be asked for after this long (spec 1 §9). */
export const RESEND_SECONDS = 60;
/** A token that expires sooner than this is refreshed at start (spec 1 §4). */
export const REFRESH_THRESHOLD_MINUTES = 10;

export const oneTimeCode = v.pipe(
  v.string(),
  v.maxLength(LONG_CODE_LENGTH),
  v.regex(/^(?:\d{5}|\d{10})$/),
);
/** How many digits the code has that was just sent. */
export const codeLength = v.picklist([CODE_LENGTH, LONG_CODE_LENGTH]);
export type CodeLength = v.InferOutput<typeof codeLength>;

/** Who wants to sign in: by e-mail or by phone, in a region. */
export const loginRequest = v.union([
  v.object({ email: emailAddress, region: regionCode }),
  v.object({ phone: typedPhone, region: regionCode }),
]);
export type LoginRequest = v.InferOutput<typeof loginRequest>;

/**
 * The answer to a login request (spec 1 §3). `challenge_id` binds the code to this request. Where the
 * server hides who is registered, all of it but that is made up; `signedIn` says who it really is.
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
 * The code, and who asked for it. Without `challenge_id` (spec 1 §7) it is for the newest sign-in that the
 * same browser, known by its cookie, has asked for as that person.
 */
export const verifyRequest = v.object({
  userId: uuid,
  challenge_id: v.optional(uuid),
  code: oneTimeCode,
});

/** A session's tokens. Opaque to the client; `expiresAt` is of the server's clock. */
export const token = v.object({
  token: typedText(200, 20),
  refresh_token: typedText(200, 20),
  expiresAt: moment,
});
export type Token = v.InferOutput<typeof token>;

/** A sign-in that is proved: its tokens, and who one is. */
export const signedIn = v.object({
  ...token.entries,
  user_id: uuid,
  company_id: uuid,
  role: roleId,
  region: regionCode,
  has_survey: v.boolean(),
});
export type SignedIn = v.InferOutput<typeof signedIn>;

/** The way back to an e-mail address that was replaced: four groups of five digits, in one row. */
export const RESTORE_CODE_LENGTH = 20;
export const restoreCode = v.pipe(v.string(), v.maxLength(20), v.regex(/^\d{20}$/));

/** The `faker` parameter of the app's address, which is good once (spec 1 §4). */
export const impersonationRequest = v.object({ faker: typedText(200, 20) });
/** Who one is seen as then. */
export const impersonationSession = v.object({
  token,
  user_id: uuid,
  company_id: uuid,
  role: roleId,
  region: regionCode,
});
