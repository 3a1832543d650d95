import * as v from 'valibot';
import { idParams } from '../api/call.ts';
import { lead } from '../lead.ts';
import { leadGroup, leadRequestState, leadStatus } from '../lead-status.ts';
import { leadRequestInput, leadRequestSource } from '../lead-request.ts';
import { multilineText } from '../multiline-text.ts';
import { moment, text, uuid, wholeNumber } from '../primitives.ts';
import { regionId } from '../regions.ts';
import { defineOperatorCall, revealOptions, why } from './operator-call.ts';
import { listSearch, operatorListEntries, operatorListResult } from './operator-list.ts';
import { defineQueueCall, recordClaim } from './queue-claims.ts';
import { defineTimelineCall } from './record-calls.ts';

const version = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const companyName = text(160);
const company = v.object({ id: uuid, name: companyName, city: text(80) });

/** A homeowner in a list: name and address are masked for roles that don't need them. */
const homeowner = {
  name: text(170),
  city: text(80),
  postal_code: text(16),
};

/** An offer of a request to a company. */
const offer = v.object({
  lead: uuid,
  company,
  status: leadStatus,
  offered_at: moment,
  moved_at: moment,
  moved_by: lead.entries.moved_by.entries.actor,
  expires_on: v.nullable(moment),
});
export type LeadOffer = v.InferOutput<typeof offer>;

const requestEntries = {
  id: uuid,
  region: regionId,
  rev: version,
  created_at: moment,
  state: leadRequestState,
  source: leadRequestSource,
  ...homeowner,
  windows: v.nullable(wholeNumber),
  products: lead.entries.products,
  service: text(200),
  wished_day: leadRequestInput.entries.wished_day,
  /** Number of companies that the request was offered to. */
  offers: wholeNumber,
  is_erased: v.boolean(),
  claimed: v.nullable(recordClaim),
};
const listedRequest = v.object(requestEntries);
export type ListedLeadRequest = v.InferOutput<typeof listedRequest>;

/** Contact details of a homeowner. */
const contact = v.object({
  name: text(170),
  street: text(160),
  phone: text(70),
  email: text(254),
  message: multilineText(4000),
});
export type LeadContact = v.InferOutput<typeof contact>;

const recordEntries = {
  /** Masked; `reveal…` returns them in full. */
  contact,
  /** True if the operator may reveal the contact details. */
  can_reveal: v.boolean(),
  /** The request's offers, newest first. */
  companies: v.array(offer),
};

const listedLead = v.object({
  id: uuid,
  region: regionId,
  rev: version,
  status: leadStatus,
  company,
  ...homeowner,
  created_at: moment,
  moved_at: moment,
  moved_by: lead.entries.moved_by.entries.actor,
  expires_on: v.nullable(moment),
  windows: v.nullable(wholeNumber),
  products: lead.entries.products,
  request: v.nullable(uuid),
  project: v.nullable(uuid),
});
export type ListedLead = v.InferOutput<typeof listedLead>;

/** A company that accepts leads, as a candidate for a request. */
const candidate = v.object({
  ...company.entries,
  /** Null if the company or the homeowner couldn’t be located. */
  distance_km: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Number of leads the company is working on. */
  open_leads: wholeNumber,
  /** Median time until the company's first response to a lead, over the last year; null if there were no responses. */
  answer_hours: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** True if the company was offered this request before. */
  was_offered: v.boolean(),
});
export type LeadCandidate = v.InferOutput<typeof candidate>;
const candidateQuery = v.object({
  cursor: operatorListEntries.cursor,
  limit: operatorListEntries.limit,
});

const requestOptions = {
  right: 'leads.edit',
  scope: { record: 'lead_request', in: 'params', field: 'id' },
  isAction: true,
} as const;
const leadOptions = {
  right: 'leads.edit',
  scope: { record: 'lead', in: 'params', field: 'id' },
  isAction: true,
} as const;
/** Contact details; null if the call was repeated, because responses are stored without them. */
const revealedContact = v.object({ contact: v.nullable(contact) });
const offeredLead = v.object({ lead: uuid });

/** Homeowners' requests, and the leads offered to companies. */
export const leadCalls = {
  listLeadRequests: defineOperatorCall(
    {
      id: 'listLeadRequests',
      method: 'GET',
      path: '/operator/v1/lead-requests',
      summary: 'Lists homeowners’ requests, oldest first.',
      query: v.object({
        ...operatorListEntries,
        state: v.optional(leadRequestState),
        /** `1`: only waiting requests that are overdue. */
        overdue: v.optional(v.picklist([1])),
        search: listSearch,
        /** Only requests received since `from` and before `until`. */
        from: v.optional(moment),
        until: v.optional(moment),
      }),
      result: operatorListResult(listedRequest),
    },
    { right: 'leads.read', scope: 'list' },
  ),
  getLeadRequest: defineOperatorCall(
    {
      id: 'getLeadRequest',
      method: 'GET',
      path: '/operator/v1/lead-requests/{id}',
      summary: 'Returns a request with its offers.',
      params: idParams,
      result: v.object({
        ...requestEntries,
        ...recordEntries,
        consent_day: v.nullable(text(10)),
        /** Source of the homeowner's location, which determines how precise the location is. */
        place_kind: v.nullable(v.picklist(['given', 'address', 'town', 'postal_area'])),
      }),
    },
    { right: 'leads.read', scope: requestOptions.scope },
  ),
  listLeadRequestTimeline: defineTimelineCall(
    { id: 'listLeadRequestTimeline', path: '/operator/v1/lead-requests/{id}/timeline' },
    { right: 'leads.read', record: 'lead_request' },
  ),
  listRequestCompanies: defineOperatorCall(
    {
      id: 'listRequestCompanies',
      method: 'GET',
      path: '/operator/v1/lead-requests/{id}/companies',
      summary: 'Lists companies that accept leads, nearest to the homeowner first.',
      params: idParams,
      query: candidateQuery,
      result: operatorListResult(candidate),
    },
    { right: 'leads.read', scope: requestOptions.scope },
  ),
  claimLeadRequests: defineQueueCall(
    {
      id: 'claimLeadRequests',
      path: '/operator/v1/lead-requests/claims',
      records: 'waiting requests',
    },
    'leads.edit',
  ),
  createLeadRequest: defineOperatorCall(
    {
      id: 'createLeadRequest',
      method: 'POST',
      path: '/operator/v1/lead-requests',
      summary: 'Records a homeowner’s request.',
      body: v.object({ region: regionId, request: leadRequestInput, why }),
      result: v.object({ id: uuid }),
      status: 201,
      errors: ['invalid_phone', 'date_too_early'],
    },
    { right: 'leads.edit', scope: 'none', isAction: true, isUniqueByInput: true },
  ),
  offerLeadRequest: defineOperatorCall(
    {
      id: 'offerLeadRequest',
      method: 'POST',
      path: '/operator/v1/lead-requests/{id}/offer',
      summary:
        'Offers the request to a company; an offer that another company hasn’t accepted is withdrawn.',
      params: idParams,
      body: v.object({ company: uuid, rev: version, why }),
      result: offeredLead,
      errors: ['move_not_allowed'],
    },
    { ...requestOptions, scope: { ...requestOptions.scope, company: 'company' } },
  ),
  setLeadRequestEnded: defineOperatorCall(
    {
      id: 'setLeadRequestEnded',
      method: 'POST',
      path: '/operator/v1/lead-requests/{id}/ended',
      summary: 'Ends a request without a company, or opens it again.',
      params: idParams,
      body: v.object({ ended: v.boolean(), rev: version, why }),
      result: v.object({}),
      errors: ['move_not_allowed'],
    },
    requestOptions,
  ),
  revealLeadRequest: defineOperatorCall(
    {
      id: 'revealLeadRequest',
      method: 'POST',
      path: '/operator/v1/lead-requests/{id}/reveal',
      summary: 'Reveals the homeowner’s contact details.',
      params: idParams,
      body: v.object({ why }),
      result: revealedContact,
    },
    { ...requestOptions, ...revealOptions },
  ),
  listLeads: defineOperatorCall(
    {
      id: 'listLeads',
      method: 'GET',
      path: '/operator/v1/leads',
      summary: 'Lists companies’ leads by the time of the offer.',
      query: v.object({
        ...operatorListEntries,
        /** `-created_at`: newest first, the default. */
        sort: v.optional(v.picklist(['created_at', '-created_at'])),
        group: v.optional(leadGroup),
        status: v.optional(leadStatus),
        company: v.optional(uuid),
        /** Only leads that were offered before `before`, and since `since`. */
        before: v.optional(moment),
        since: v.optional(moment),
        search: listSearch,
      }),
      result: operatorListResult(listedLead),
    },
    { right: 'leads.read', scope: 'list' },
  ),
  getLead: defineOperatorCall(
    {
      id: 'getLead',
      method: 'GET',
      path: '/operator/v1/leads/{id}',
      summary: 'Returns a lead with the other offers of the same request.',
      params: idParams,
      result: v.object({
        ...listedLead.entries,
        ...recordEntries,
        service: text(200),
        installation_day: v.nullable(text(10)),
        reasons: lead.entries.reasons,
        /** True if the request’s data was erased. Operators can’t comment then. */
        is_erased: v.boolean(),
        /** Possible actions. */
        can_withdraw: v.boolean(),
        can_renew: v.boolean(),
        can_offer: v.boolean(),
      }),
    },
    { right: 'leads.read', scope: leadOptions.scope },
  ),
  listLeadTimeline: defineTimelineCall(
    { id: 'listLeadTimeline', path: '/operator/v1/leads/{id}/timeline' },
    { right: 'leads.read', record: 'lead' },
  ),
  listLeadCompanies: defineOperatorCall(
    {
      id: 'listLeadCompanies',
      method: 'GET',
      path: '/operator/v1/leads/{id}/companies',
      summary: 'Lists companies that accept leads, nearest to the lead’s homeowner first.',
      params: idParams,
      query: candidateQuery,
      result: operatorListResult(candidate),
    },
    { right: 'leads.read', scope: leadOptions.scope },
  ),
  withdrawLead: defineOperatorCall(
    {
      id: 'withdrawLead',
      method: 'POST',
      path: '/operator/v1/leads/{id}/withdraw',
      summary: 'Withdraws an offer, as long as no appointment has been agreed.',
      params: idParams,
      body: v.object({ rev: version, why }),
      result: v.object({}),
      errors: ['move_not_allowed'],
    },
    leadOptions,
  ),
  renewLead: defineOperatorCall(
    {
      id: 'renewLead',
      method: 'POST',
      path: '/operator/v1/leads/{id}/renew',
      summary: 'Offers a lead again, to the same company or to another.',
      params: idParams,
      /** If `company` is null, the lead is offered to the same company again. */
      body: v.object({ company: v.nullable(uuid), rev: version, why }),
      result: offeredLead,
      errors: ['move_not_allowed'],
    },
    { ...leadOptions, scope: { ...leadOptions.scope, company: 'company' } },
  ),
  revealLead: defineOperatorCall(
    {
      id: 'revealLead',
      method: 'POST',
      path: '/operator/v1/leads/{id}/reveal',
      summary: 'Reveals the contact details of the lead’s homeowner.',
      params: idParams,
      body: v.object({ why }),
      result: revealedContact,
    },
    { ...leadOptions, ...revealOptions },
  ),
} as const;
