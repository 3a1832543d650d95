import * as v from 'valibot';
import { defineCall, zeroOrOne, idParams, listEntries, listResult } from './call.ts';
import type { ApiErrorCode } from './errors.ts';
import { lead } from '../lead.ts';
import { leadEdit, leadProblems } from '../lead-edit.ts';
import { day, uuid } from '../primitives.ts';

/**
 * Reasons for rejecting an edit of a lead. `lead_moved_on`: someone else, or a timeout, has moved the lead
 * since the edit's base. `conflict`: someone else changed the same notes, date or address. `GET` returns the
 * current lead and who moved it.
 */
export const leadErrors = [
  'lead_not_found',
  'lead_moved_on',
  'conflict',
  ...leadProblems,
] as const satisfies readonly ApiErrorCode[];

/**
 * Metadata that an offline-first client sends with an edit. Without it, the edit counts as a new one that was made now
 * and is based on the current lead.
 */
const deviceMetadata = v.partial(v.pick(leadEdit, ['op_id', 'base_op_id', 'time'])).entries;

/**
 * An edit in a request. An agreement without a project id gets one. By specification the checklist stays on the
 * device, so the server validates it but doesn't store it.
 */
const leadEditInput = v.object({ ...leadEdit.entries, ...deviceMetadata });
export type LeadEditInput = v.InferOutput<typeof leadEditInput>;

/** Calls about sales leads (spec 1 §7). Each of them needs a main company role and a company that accepts leads. */
export const leadCalls = {
  listLeads: defineCall({
    id: 'listLeads',
    method: 'GET',
    path: '/v1/lead',
    summary:
      'List your company’s leads, newest first. With `since`, only changed ones, oldest change first.',
    query: v.object({
      ...listEntries,
      /** Must be the user's own company. */
      installer_company_id: v.optional(uuid),
      /** `1` or `true`: leads in progress and leads that became projects; `0` or `false`: archived leads. */
      enabled: v.optional(zeroOrOne),
    }),
    result: listResult(lead),
    errors: ['checkpoint_stale'],
  }),
  getLead: defineCall({
    id: 'getLead',
    method: 'GET',
    path: '/v1/lead/{id}',
    summary: 'Get a lead with the person who last moved it.',
    params: idParams,
    result: lead,
    errors: ['lead_not_found'],
  }),
  updateLead: defineCall({
    id: 'updateLead',
    method: 'PATCH',
    path: '/v1/lead/{id}',
    summary: 'Move a lead to another status, reject it, or change its notes, date or address.',
    params: idParams,
    body: leadEditInput,
    result: lead,
    errors: leadErrors,
  }),
  updateLeadInstallationDate: defineCall({
    id: 'updateLeadInstallationDate',
    method: 'PATCH',
    path: '/v1/lead/{id}/installation-date',
    summary: 'Change a lead’s installation date.',
    params: idParams,
    body: v.object({ ...deviceMetadata, expected_installation_date: v.nullable(day) }),
    result: lead,
    errors: leadErrors,
  }),
};
