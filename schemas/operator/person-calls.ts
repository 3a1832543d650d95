import * as v from 'valibot';
import { emptyResult, idParams, zeroOrOne } from '../api/call.ts';
import { emailAddress } from '../email.ts';
import { MAX_TYPED_PHONE } from '../phone.ts';
import { moment, text, typedText, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { roleId } from '../roles.ts';
import { defineOperatorCall, revealOptions, why } from './operator-call.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';

const listedPerson = v.object({
  id: uuid,
  /** Has only the first letter of the surname, unless the operator can read personal data. */
  name: text(200),
  company: v.object({ id: uuid, name: text(200) }),
  region: regionId,
  role: roleId,
  active: v.boolean(),
  has_signed_in: v.boolean(),
  created_at: moment,
});

const personFile = v.object({
  ...listedPerson.entries,
  /** Version of the person’s details. */
  rev: wholeNumber,
  /** Masked, such as `j…@d….pl`; null if there is none. */
  email: v.nullable(text(254)),
  phone: v.nullable(text(40)),
  email_verified: v.boolean(),
  language: v.nullable(text(8)),
  removed_at: v.nullable(moment),
  /** True if the person’s data was erased. Operators can’t comment then. */
  is_erased: v.boolean(),
  sessions: v.array(
    v.object({
      id: uuid,
      browser: text(40),
      system: text(40),
      created_at: moment,
      /** Last time a token of the session was issued or first used, rounded to the hour. */
      last_used_at: moment,
      expires_at: moment,
      /** True if an operator views the app as the person in this session. */
      is_read_only: v.boolean(),
    }),
  ),
});

const contact = v.object({
  name: text(200),
  email: v.nullable(text(254)),
  phone: v.nullable(text(40)),
});

/** Ways to verify a person's identity before replacing their email address or phone number. */
export const proofKinds = ['company-document', 'call-back', 'in-person'] as const;
const proof = {
  proof: v.picklist(proofKinds),
  /** Reference to the proof, such as a ticket number. */
  reference: typedText(100, 2),
  rev: wholeNumber,
  why,
};

const person = { record: 'installer', in: 'params', field: 'id' } as const;
const editOptions = { right: 'companies.edit', scope: person, isAction: true } as const;
const endedSessions = v.object({ ended: wholeNumber });

/** Calls about the people who belong to companies. */
export const personCalls = {
  listPeople: defineOperatorCall(
    {
      id: 'listPeople',
      method: 'GET',
      path: '/operator/v1/people',
      summary:
        'Finds people by name, company and town, and by phone number and email address if the operator can read personal data.',
      query: v.object({
        ...operatorListEntries,
        search: listSearch,
        company: v.optional(uuid),
        active: v.optional(zeroOrOne),
        role: v.optional(roleId),
        /** `name` is the default; `-created_at` lists the newest first. */
        sort: v.optional(v.picklist(['name', '-name', 'created_at', '-created_at'])),
      }),
      result: operatorListResult(listedPerson),
    },
    { right: 'companies.read', scope: 'list' },
  ),
  readPersonFile: defineOperatorCall(
    {
      id: 'readPersonFile',
      method: 'GET',
      path: '/operator/v1/people/{id}',
      summary: 'Returns a person with masked contact data and sessions.',
      params: idParams,
      result: personFile,
    },
    { right: 'companies.read', scope: person },
  ),
  listPersonTimeline: defineTimelineCall(
    { id: 'listPersonTimeline', path: '/operator/v1/people/{id}/timeline' },
    { right: 'companies.read', record: 'installer' },
  ),
  revealPersonContact: defineOperatorCall(
    {
      id: 'revealPersonContact',
      method: 'POST',
      path: '/operator/v1/people/{id}/contact/reveal',
      summary: 'Reveals a person’s name, email address and phone number.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({ contact: v.nullable(contact) }),
    },
    { ...revealOptions, scope: person },
  ),
  viewAsPerson: defineOperatorCall(
    {
      id: 'viewAsPerson',
      method: 'POST',
      path: '/operator/v1/people/{id}/view',
      summary:
        'Creates a link to a read-only view of the app as a person. The link works once, within ten minutes; the view lasts an hour.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({ link: v.nullable(text(400)) }),
    },
    { ...revealOptions, scope: person, strength: 'recent' },
  ),
  endPersonSessions: defineOperatorCall(
    {
      id: 'endPersonSessions',
      method: 'POST',
      path: '/operator/v1/people/{id}/sessions/end',
      summary: 'Signs a person out, and discards codes already sent.',
      params: idParams,
      body: v.object({ why }),
      result: endedSessions,
    },
    editOptions,
  ),
  endPersonSession: defineOperatorCall(
    {
      id: 'endPersonSession',
      method: 'POST',
      path: '/operator/v1/people/{id}/session/end',
      summary: 'Signs a person out on one device. The other sessions stay.',
      params: idParams,
      body: v.object({ session: uuid, why }),
      /** 0 if the session had already ended. */
      result: endedSessions,
    },
    editOptions,
  ),
  resendPersonInvitation: defineOperatorCall(
    {
      id: 'resendPersonInvitation',
      method: 'POST',
      path: '/operator/v1/people/{id}/invitation',
      summary: 'Sends the invitation again to a person who hasn’t signed in yet.',
      params: idParams,
      body: v.object({ why }),
      result: emptyResult,
    },
    editOptions,
  ),
  changePersonEmail: defineOperatorCall(
    {
      id: 'changePersonEmail',
      method: 'POST',
      path: '/operator/v1/people/{id}/email',
      summary: 'Replaces a lost email address after proof of identity; signs the person out.',
      params: idParams,
      body: v.object({ email: emailAddress, ...proof }),
      result: endedSessions,
      errors: ['email_taken'],
    },
    { ...editOptions, strength: 'recent' },
  ),
  changePersonPhone: defineOperatorCall(
    {
      id: 'changePersonPhone',
      method: 'POST',
      path: '/operator/v1/people/{id}/phone',
      summary: 'Replaces a lost phone number after proof of identity; signs the person out.',
      params: idParams,
      body: v.object({ phone: typedText(MAX_TYPED_PHONE, 1), ...proof }),
      result: endedSessions,
      errors: ['phone_taken', 'invalid_phone', 'letters_not_allowed', 'installer_not_found'],
    },
    { ...editOptions, strength: 'recent' },
  ),
  erasePerson: defineOperatorCall(
    {
      id: 'erasePerson',
      method: 'POST',
      path: '/operator/v1/people/{id}/erase',
      summary:
        'Erases a person’s data for good, and closes the company with its last owner. Needs a second person.',
      params: idParams,
      body: v.object({ closes_company: v.boolean(), rev: wholeNumber, why }),
      result: v.object({ approval: v.nullable(uuid) }),
      errors: ['move_not_allowed', 'installer_not_found'],
    },
    { ...editOptions, strength: 'recent', secondPerson: 'always' },
  ),
} as const;
