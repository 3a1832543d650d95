import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { moment, requiredText, text, uuid, wholeNumberBetween } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';

/** Maximum lifetime of a token, in days. */
const MAX_TOKEN_DAYS = 730;

const token = v.object({
  id: uuid,
  region: regionId,
  name: text(100),
  created_by: text(100),
  created_at: moment,
  used_at: v.nullable(moment),
  /** Null for old tokens, which never expire. */
  expires_at: v.nullable(moment),
  revoked_at: v.nullable(moment),
});
export type ListedLeadToken = v.InferOutput<typeof token>;

const manageOptions = { right: 'operators.manage', strength: 'recent', isAction: true } as const;

/** Tokens of systems that send homeowners’ requests. */
export const leadTokenCalls = {
  listLeadTokens: defineOperatorCall(
    {
      id: 'listLeadTokens',
      method: 'GET',
      path: '/operator/v1/lead-tokens',
      summary: 'Lists the tokens with which other systems send requests.',
      query: v.object(operatorListEntries),
      result: operatorListResult(token),
    },
    { right: 'operators.manage', scope: 'list' },
  ),
  createLeadToken: defineOperatorCall(
    {
      id: 'createLeadToken',
      method: 'POST',
      path: '/operator/v1/lead-tokens',
      summary:
        'Creates a token for one country; only this response contains it. Tokens with the same name share their references.',
      body: v.object({
        region: regionId,
        name: requiredText(100),
        valid_days: wholeNumberBetween(1, MAX_TOKEN_DAYS),
        why,
      }),
      /** Null if the request was repeated: only the token's hash is stored. */
      result: v.object({ id: uuid, token: v.nullable(text(60)) }),
      status: 201,
    },
    { ...manageOptions, scope: 'none' },
  ),
  revokeLeadToken: defineOperatorCall(
    {
      id: 'revokeLeadToken',
      method: 'POST',
      path: '/operator/v1/lead-tokens/{id}/revoke',
      summary: 'Revokes a token immediately.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({}),
    },
    { ...manageOptions, scope: { record: 'lead_token', in: 'params', field: 'id' } },
  ),
} as const;
