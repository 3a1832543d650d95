import * as v from 'valibot';
import { accountSession } from '../account-session.ts';
import { company, installerUser, MAX_FCM, MAX_OPTIONS } from '../installer.ts';
import { languageIds } from '../languages.ts';
import { personName, parseOptions, parsePushTokens } from '../person-rules.ts';
import { requiredText, moment, text, typedText, wholeNumber } from '../primitives.ts';
import { emailAddress } from '../email.ts';
import { codeLength, oneTimeCode, restoreCode } from '../session.ts';
import { parseSurveyResponse } from '../survey.ts';
import { teamMember } from '../team.ts';
import { avatarCalls } from './avatar-calls.ts';
import { defineCall, idParams, listResult, emptyResult } from './call.ts';

const languageId = v.picklist(Object.values(languageIds));
/** As typed; stored without separators. Null if there is none. */
const taxNumber = v.nullable(requiredText(32));

/**
 * Fields that users may change about themselves, or owners about a member; any other field is rejected
 * (security 11).
 */
const userChanges = v.object({
  name: v.optional(personName),
  surname: v.optional(personName),
  /** Only for roles that sign in by email. The new address takes effect once the code sent to it is entered. */
  email: v.optional(emailAddress),
  /**
   * Only for a team member; a new number ends the member's sessions. As typed; the server validates it for the region.
   */
  phone: v.optional(typedText(40, 1)),
  email_consent: v.optional(v.boolean()),
  phone_consent: v.optional(v.boolean()),
  marketing_email_consent: v.optional(v.boolean()),
  marketing_phone_consent: v.optional(v.boolean()),
  languages_id: v.optional(languageId),
  /** JSON object, merged into the stored one; null removes a key. */
  options: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAX_OPTIONS),
      v.check((json) => parseOptions(json) !== null),
    ),
  ),
  /** JSON list of push tokens; replaces the stored list. */
  fcm: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(MAX_FCM),
      v.check((json) => parsePushTokens(json) !== null),
    ),
  ),
});
export type UserChanges = v.InferOutput<typeof userChanges>;

/** Fields that an owner may change about the company. */
const companyChanges = v.object({
  /** 2 if the preset terms are declined, 1 if they are accepted later. */
  active: v.optional(v.picklist([1, 2])),
  name: v.optional(requiredText(160)),
  registration_number: v.optional(taxNumber),
  registration_number_2: v.optional(taxNumber),
  address: v.optional(requiredText(200)),
  city: v.optional(requiredText(80)),
  postal_code: v.optional(requiredText(16)),
  /** Answers of the registration survey, as JSON. */
  surveyResponse: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(20_000),
      v.check((json) => parseSurveyResponse(json) !== null),
    ),
  ),
});
export type CompanyChanges = v.InferOutput<typeof companyChanges>;

/** Status of a user's email verification. */
const emailVerification = v.object({
  email: v.nullable(text(254)),
  /** New address, which receives the codes; null if no change is pending. */
  pending_email: v.nullable(text(254)),
  verified_email_at: v.nullable(moment),
  /** Times at which the last code was sent and expires; null if none is valid. */
  sent_at: v.nullable(moment),
  expires_at: v.nullable(moment),
  code_length: v.nullable(codeLength),
});
export type EmailVerification = v.InferOutput<typeof emailVerification>;

/** The user's and company's data, email address and sessions (spec 1 §7). */
export const accountCalls = {
  ...avatarCalls,
  updateUser: defineCall({
    id: 'updateUser',
    method: 'PATCH',
    path: '/v1/installer/user/{id}',
    summary:
      'Update your own profile, or (owners) a team member’s name, phone number and email address. A new email address takes effect once verified; a member’s new phone number signs them out, and both numbers get a text message.',
    params: idParams,
    body: userChanges,
    result: v.union([installerUser, teamMember]),
    errors: [
      'email_taken',
      'phone_taken',
      'phone_immutable',
      'invalid_phone',
      'letters_not_allowed',
    ],
  }),
  getCompany: defineCall({
    id: 'getCompany',
    method: 'GET',
    path: '/v1/company/{id}',
    summary: 'Get your company.',
    params: idParams,
    result: company,
  }),
  updateCompany: defineCall({
    id: 'updateCompany',
    method: 'PATCH',
    path: '/v1/company/{id}',
    summary: 'Update your company. Owners only.',
    params: idParams,
    body: companyChanges,
    result: company,
    errors: ['registration_number_taken', 'tax_number_needed', 'characters_unprintable'],
  }),
  updateCompanyType: defineCall({
    id: 'updateCompanyType',
    method: 'PATCH',
    path: '/v1/company/{id}/companyType',
    summary: 'Set the company type, with the acceptances it requires. Owners only.',
    params: idParams,
    body: v.object({
      company_type: wholeNumber,
      /** A missing acceptance leaves the stored one unchanged. If the type changes, it counts as not given. */
      disclaimer_accepted: v.optional(v.boolean()),
      declaration_accepted: v.optional(v.boolean()),
    }),
    result: company,
    errors: ['company_type_unknown', 'acceptance_needed'],
  }),
  updateAvailability: defineCall({
    id: 'updateAvailability',
    method: 'PATCH',
    path: '/v1/company/{id}/availability',
    summary: 'Turn new leads for your company on or off. Requires `accepts_leads` and a main role.',
    params: idParams,
    body: v.object({ availability: v.picklist([0, 1]) }),
    result: company,
  }),
  getEmailVerification: defineCall({
    id: 'getEmailVerification',
    method: 'GET',
    path: '/v2/company/verification',
    summary: 'Get the verification status of your email address.',
    result: emailVerification,
    errors: ['email_needed'],
  }),
  requestEmailVerification: defineCall({
    id: 'requestEmailVerification',
    method: 'POST',
    path: '/v2/company/verification',
    summary:
      'Send a code to your new email address, or to the current one. Invalidates the earlier code.',
    result: emailVerification,
    errors: ['email_needed'],
  }),
  cancelEmailChange: defineCall({
    id: 'cancelEmailChange',
    method: 'DELETE',
    path: '/v2/company/verification',
    summary: 'Cancel your pending email address change.',
    result: installerUser,
  }),
  verifyEmail: defineCall({
    id: 'verifyEmail',
    method: 'PATCH',
    path: '/v2/company/verification',
    summary: 'Verify your email address with the code. A new address takes effect.',
    body: v.object({ code: oneTimeCode }),
    result: installerUser,
    errors: ['email_taken', 'invalid_code'],
  }),
  restoreEmail: defineCall({
    id: 'restoreEmail',
    method: 'POST',
    path: '/v2/company/verification/restore',
    summary: 'Restore a replaced email address with the code sent to it. Ends all sessions.',
    access: 'public',
    body: v.object({ code: restoreCode }),
    result: emptyResult,
    errors: ['invalid_code'],
  }),
  listSessions: defineCall({
    id: 'listSessions',
    method: 'GET',
    path: '/v1/session',
    summary: 'List your sessions.',
    result: listResult(accountSession),
  }),
  endSession: defineCall({
    id: 'endSession',
    method: 'DELETE',
    path: '/v1/session/{id}',
    summary: 'End one of your sessions.',
    params: idParams,
    result: emptyResult,
  }),
  endOtherSessions: defineCall({
    id: 'endOtherSessions',
    method: 'DELETE',
    path: '/v1/session',
    summary: 'End all your other sessions, and revoke your calendar feed’s link.',
    result: v.object({ ended: wholeNumber }),
  }),
};
