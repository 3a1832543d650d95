import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { MAX_REQUEST_FILE } from '../lead-request.ts';
import {
  moment,
  requiredText,
  text,
  uuid,
  wholeNumber,
  wholeNumberBetween,
} from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, why } from './operator-call.ts';
import { operatorListEntries, operatorListResult } from './operator-list.ts';

const file = {
  region: regionId,
  /** Content of a CSV file. */
  csv: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_REQUEST_FILE)),
};

/** A problem with a row of the file; row 0 is the header. */
const rowProblem = v.object({
  row: wholeNumber,
  column: text(40),
  /** An error code, or `missing_column`, `unknown_column`, `repeated`, `too_many_rows`, `not_csv`, `not_utf8`. */
  problem: text(40),
});
export type RequestRowProblem = v.InferOutput<typeof rowProblem>;

/** Maximum lifetime of a token, in days. */
const MAX_TOKEN_DAYS = 730;

const token = v.object({
  id: uuid,
  region: regionId,
  name: text(100),
  created_by: text(100),
  created_at: moment,
  used_at: v.nullable(moment),
  /** Null for tokens created before tokens expired. */
  expires_at: v.nullable(moment),
  revoked_at: v.nullable(moment),
});
export type ListedLeadToken = v.InferOutput<typeof token>;

const manage = { right: 'operators.manage', strength: 'recent', isAction: true } as const;

/** Homeowners' requests from files, and tokens for systems that send them. */
export const leadIntakeCalls = {
  checkLeadRequests: defineOperatorCall(
    {
      id: 'checkLeadRequests',
      method: 'POST',
      path: '/operator/v1/lead-requests/check',
      summary: 'Checks a file of requests and stores nothing.',
      body: v.object(file),
      result: v.object({
        /** Count of valid rows that would be stored, and of rows already stored. */
        new_rows: wholeNumber,
        known_rows: wholeNumber,
        problems: v.array(rowProblem),
      }),
      timeoutMs: 30_000,
    },
    { right: 'leads.edit', scope: 'none' },
  ),
  importLeadRequests: defineOperatorCall(
    {
      id: 'importLeadRequests',
      method: 'POST',
      path: '/operator/v1/lead-requests/import',
      summary: 'Stores the requests of a file: all new ones, or none if a row is invalid.',
      body: v.object({ ...file, why }),
      result: v.object({ stored: wholeNumber, known_rows: wholeNumber }),
      timeoutMs: 30_000,
    },
    { right: 'leads.edit', scope: 'none', isAction: true },
  ),
  listLeadTokens: defineOperatorCall(
    {
      id: 'listLeadTokens',
      method: 'GET',
      path: '/operator/v1/lead-tokens',
      summary: 'Tokens with which other systems send requests.',
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
    { ...manage, scope: 'none' },
  ),
  revokeLeadToken: defineOperatorCall(
    {
      id: 'revokeLeadToken',
      method: 'POST',
      path: '/operator/v1/lead-tokens/{id}/revoke',
      summary: 'Makes a token invalid at once.',
      params: idParams,
      body: v.object({ why }),
      result: v.object({}),
    },
    { ...manage, scope: { record: 'lead_token', in: 'params', field: 'id' } },
  ),
} as const;
