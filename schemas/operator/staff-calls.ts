import * as v from 'valibot';
import { emptyResult, idParams } from '../api/call.ts';
import { emailAddress } from '../email.ts';
import { moment, requiredText, text, typedText, uuid, wholeNumber } from '../primitives.ts';
import { regionId, regions } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineTimelineCall } from './record-calls.ts';
import { operatorRoleNames } from './operator-rights.ts';

/** Languages of the console and its messages. */
const language = v.picklist(['en', 'pl']);
const role = v.picklist(operatorRoleNames);

/** An operator's roles, each with its countries. */
const grants = v.pipe(
  v.array(
    v.object({
      role,
      regions: v.pipe(v.array(regionId), v.minLength(1), v.maxLength(regions.length)),
    }),
  ),
  v.minLength(1),
  v.maxLength(operatorRoleNames.length),
);

/** Version of the operator that the change is based on; any other version is a `conflict`. */
const rev = wholeNumber;

const operator = v.object({
  id: uuid,
  email: emailAddress,
  name: text(100),
  language,
  active: v.boolean(),
  rev,
  created_at: moment,
  /** Null until the operator's first sign-in. */
  signed_in_at: v.nullable(moment),
  passkeys: wholeNumber,
  open_sessions: wholeNumber,
  /** Only the roles in the reader's countries. */
  grants: v.array(v.object({ role, regions: v.array(regionId) })),
});

/** Result of an action that may require approval; if it does, contains the approval's id. */
const approvalResult = v.object({ approval: v.nullable(uuid) });

const manageOptions = {
  right: 'operators.manage',
  scope: { record: 'operator', in: 'params', field: 'id' },
  strength: 'recent',
  isAction: true,
} as const;

/** Operators and their roles. */
export const staffCalls = {
  listOperators: defineOperatorCall(
    {
      id: 'listOperators',
      method: 'GET',
      path: '/operator/v1/operators',
      summary: 'Lists operators with a role in the reader’s countries, by email address.',
      query: v.object({
        ...operatorListEntries,
        /** Part of the name or email address. */
        search: v.optional(typedText(100)),
        active: v.optional(v.picklist([0, 1])),
        /** Id of a single operator. */
        operator: v.optional(uuid),
      }),
      result: operatorListResult(operator),
    },
    { right: 'operators.manage', scope: 'list' },
  ),
  listOperatorTimeline: defineTimelineCall(
    { id: 'listOperatorTimeline', path: '/operator/v1/operators/{id}/timeline' },
    { right: 'operators.manage', record: 'operator' },
  ),
  inviteOperator: defineOperatorCall(
    {
      id: 'inviteOperator',
      method: 'POST',
      path: '/operator/v1/operators',
      summary:
        'Adds an operator and sends them a code. Adding an administrator or a country lead needs a second person.',
      body: v.object({ email: emailAddress, name: requiredText(100), language, grants, why }),
      status: 201,
      result: v.object({ id: uuid, approval: v.nullable(uuid) }),
      errors: ['email_taken'],
    },
    {
      right: 'operators.manage',
      scope: 'none',
      strength: 'recent',
      isAction: true,
      secondPerson: 'conditional',
    },
  ),
  resendInvitation: defineOperatorCall(
    {
      id: 'resendInvitation',
      method: 'POST',
      path: '/operator/v1/operators/{id}/invitation',
      summary: 'Sends a new code to an operator who hasn’t signed in yet.',
      params: idParams,
      body: v.object({ why }),
      result: emptyResult,
    },
    manageOptions,
  ),
  changeOperatorGrants: defineOperatorCall(
    {
      id: 'changeOperatorGrants',
      method: 'POST',
      path: '/operator/v1/operators/{id}/grants',
      summary:
        'Replaces an operator’s roles in the actor’s countries and ends their sessions. A new administrator or country lead needs a second person. If the operator is the only other approver, that operator must approve the change.',
      params: idParams,
      body: v.object({ grants, rev, why }),
      result: approvalResult,
    },
    { ...manageOptions, secondPerson: 'conditional' },
  ),
  setOperatorActive: defineOperatorCall(
    {
      id: 'setOperatorActive',
      method: 'POST',
      path: '/operator/v1/operators/{id}/active',
      summary:
        'Deactivates an operator and ends their sessions, or activates them again. May need a second person if the operator can approve actions.',
      params: idParams,
      body: v.object({ active: v.boolean(), rev, why }),
      result: approvalResult,
    },
    { ...manageOptions, secondPerson: 'conditional' },
  ),
  endOperatorSessions: defineOperatorCall(
    {
      id: 'endOperatorSessions',
      method: 'POST',
      path: '/operator/v1/operators/{id}/sessions/end',
      summary: 'Signs an operator out everywhere.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({ ended: wholeNumber }),
    },
    manageOptions,
  ),
  resetOperatorPasskeys: defineOperatorCall(
    {
      id: 'resetOperatorPasskeys',
      method: 'POST',
      path: '/operator/v1/operators/{id}/passkeys/reset',
      summary: 'Removes the passkeys of an operator who lost theirs, and ends their sessions.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({ removed: wholeNumber }),
    },
    manageOptions,
  ),
} as const;
