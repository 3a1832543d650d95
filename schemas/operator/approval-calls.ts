import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { moment, text, uuid } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { defineQueueCall, recordClaim } from './queue-claims.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';

const approvalState = v.picklist(['open', 'approved', 'rejected', 'void']);
const person = v.object({ id: uuid, name: text(100) });

/** An action pending approval. */
const approval = v.object({
  id: uuid,
  /** Id of the call that requested the action. */
  act: text(60),
  /** Body of the call that requested the action. */
  body: v.record(v.string(), v.unknown()),
  why: text(500),
  region: v.nullable(regionId),
  record_kind: text(40),
  record_id: text(100),
  requested_by: person,
  requested_at: moment,
  state: approvalState,
  decided_by: v.nullable(person),
  decided_at: v.nullable(moment),
  claimed: v.nullable(recordClaim),
});

const decideOptions = {
  right: 'approvals.decide',
  scope: { record: 'approval', in: 'params', field: 'id' },
  strength: 'recent',
  isAction: true,
} as const;

/** Reason for `forbidden`: operators can’t approve or reject their own actions. */
export const OWN_ACT = 'own_act';
/** Reason for `conflict`: no single operator could approve the action in all of its countries. */
export const SEVERAL_COUNTRIES = 'several_countries';
/** Reason for `conflict`: the new role and the removed one need different approvals. */
export const TWO_STEPS = 'two_steps';
/**
 * Reason for `conflict`: the change of the operator's own access would leave a country with one approver, so someone
 * else must make it.
 */
export const OWN_ACCESS = 'own_access';

/** Calls for actions that a second person must approve. */
export const approvalCalls = {
  listApprovals: defineOperatorCall(
    {
      id: 'listApprovals',
      method: 'GET',
      path: '/operator/v1/approvals',
      summary:
        'Lists actions pending a second person’s approval, oldest first, or decided ones, newest first.',
      query: v.object({
        ...operatorListEntries,
        state: v.optional(approvalState),
        /** Id of a single approval. */
        approval: v.optional(uuid),
      }),
      result: operatorListResult(approval),
    },
    { right: 'approvals.decide', scope: 'list' },
  ),
  claimApprovals: defineQueueCall(
    {
      id: 'claimApprovals',
      path: '/operator/v1/approvals/claims',
      records: 'approvals that the operator didn’t request',
    },
    'approvals.decide',
  ),
  approveAct: defineOperatorCall(
    {
      id: 'approveAct',
      method: 'POST',
      path: '/operator/v1/approvals/{id}/approve',
      summary:
        'Approves and runs the action. If its record has changed since the request, the action becomes void instead.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({ state: v.picklist(['approved', 'void']) }),
    },
    decideOptions,
  ),
  rejectAct: defineOperatorCall(
    {
      id: 'rejectAct',
      method: 'POST',
      path: '/operator/v1/approvals/{id}/reject',
      summary: 'Rejects the action; it won’t run.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({ state: v.literal('rejected') }),
    },
    decideOptions,
  ),
} as const;
