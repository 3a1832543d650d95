import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { leadGroupOf } from '#schemas/lead-status.ts';
import {
  type AuditedChange,
  type OperatorHandler,
  type OperatorHandlers,
} from '../console/operator-handler.ts';
import { requireRegion } from '../console/operator-scope.ts';
import { endClaims, requireUnclaimed } from '../console/record-claims.ts';
import { ApiFailure } from '../http/failure.ts';
import {
  getLead,
  getLeadRequest,
  listLeadCompanies,
  listLeadRequestTimeline,
  listLeadTimeline,
  listRequestCompanies,
  revealLead,
  revealLeadRequest,
} from './lead-records.ts';
import { listLeads } from './list-leads.ts';
import { claimLeadRequests, listLeadRequests, requestClaims } from './list-requests.ts';
import { lockRequest, offerRequest, type OfferResult, renewLead } from './offer-request.ts';
import { lockLead, moveLockedLead } from './operator-leads.ts';
import { storeRequests } from './store-requests.ts';
import { validateRequest } from './validate-request.ts';

const createLeadRequest: OperatorHandler<typeof operatorCalls.createLeadRequest> = async (
  { body, operator, audit, runAction },
  { clock },
) => {
  const { region } = body;
  requireRegion(operator, region);
  const { request, problems } = validateRequest(body.request, region, clock.now());
  if (problems.length > 0) {
    throw ApiFailure.of(
      problems.map(({ code, field }) => ({ code, field: `body.request.${field}` })),
    );
  }
  return runAction(async (trx) => {
    const origin = { region, source: 'hand', sender: null } as const;
    const requests = [{ reference: null, request }];
    const [id = ''] = await storeRequests(trx, requests, origin, clock.now());
    const after = { state: 'waiting', source: 'hand' };
    audit({ kind: 'lead_request', id, region, before: null, after });
    return { id };
  });
};

/** Records an offer: the new lead, the previous lead if it was withdrawn or renewed, and the request. */
function auditOffer(
  audit: (change: AuditedChange) => void,
  { lead, request, region, previousOffer }: OfferResult,
  company: string | null,
): void {
  if (previousOffer !== null && previousOffer.uuid === lead) {
    const before = { status: previousOffer.status };
    audit({ kind: 'lead', id: lead, region, before, after: { status: 'new' } });
    return;
  }
  if (previousOffer !== null && leadGroupOf(previousOffer.status) === 'open') {
    const before = { status: previousOffer.status };
    audit({ kind: 'lead', id: previousOffer.uuid, region, before, after: { status: 'rejected' } });
  }
  audit({ kind: 'lead', id: lead, region, before: null, after: { status: 'new', company } });
  if (request !== null) {
    const state =
      previousOffer !== null && leadGroupOf(previousOffer.status) === 'open'
        ? 'offered'
        : 'waiting';
    const change = { before: { state }, after: { state: 'offered' } };
    audit({ kind: 'lead_request', id: request, region, ...change });
  }
}

const offerLeadRequest: OperatorHandler<typeof operatorCalls.offerLeadRequest> = (
  { params: { id: uuid }, body: { company, rev }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    await requireUnclaimed(trx, requestClaims(operator), uuid, clock.now());
    const offer = await offerRequest(trx, { uuid, rev }, company, clock.now());
    await endClaims(trx, 'lead_request', [uuid]);
    auditOffer(audit, offer, company);
    return { lead: offer.lead };
  });

const setLeadRequestEnded: OperatorHandler<typeof operatorCalls.setLeadRequestEnded> = (
  { params: { id: uuid }, body: { ended, rev }, operator, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    await requireUnclaimed(trx, requestClaims(operator), uuid, clock.now());
    const { state, region_id: region, erased_at } = await lockRequest(trx, { uuid, rev });
    const isPossible = state === (ended ? 'waiting' : 'ended') && erased_at === null;
    if (!isPossible) throw new ApiFailure('move_not_allowed');
    const now = new Date(clock.now());
    const after = ended ? ('ended' as const) : ('waiting' as const);
    await trx
      .updateTable('lead_requests')
      .set((eb) => ({
        state: after,
        rev: eb('rev', '+', 1),
        updated_at: now,
        ended_at: ended ? now : null,
      }))
      .where('uuid', '=', uuid)
      .execute();
    await endClaims(trx, 'lead_request', [uuid]);
    const change = { before: { state }, after: { state: after } };
    audit({ kind: 'lead_request', id: uuid, region, ...change });
    return {};
  });

const withdrawLead: OperatorHandler<typeof operatorCalls.withdrawLead> = (
  { params: { id }, body: { rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const lead = await lockLead(trx, id);
    if (lead.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
    const { status, region_id: region } = lead;
    if (leadGroupOf(status) !== 'open') throw new ApiFailure('move_not_allowed');
    await moveLockedLead(trx, lead, 'rejected', clock.now());
    audit({ kind: 'lead', id, region, before: { status }, after: { status: 'rejected' } });
    return {};
  });

const renew: OperatorHandler<typeof operatorCalls.renewLead> = (
  { params: { id: uuid }, body: { company, rev }, audit, runAction },
  { clock },
) =>
  runAction(async (trx) => {
    const offer = await renewLead(trx, { uuid, rev }, company, clock.now());
    auditOffer(audit, offer, company);
    return { lead: offer.lead };
  });

export const leadHandlers = {
  listLeadRequests,
  claimLeadRequests,
  getLeadRequest,
  listLeadRequestTimeline,
  listRequestCompanies,
  createLeadRequest,
  offerLeadRequest,
  setLeadRequestEnded,
  revealLeadRequest,
  listLeads,
  getLead,
  listLeadTimeline,
  listLeadCompanies,
  withdrawLead,
  renewLead: renew,
  revealLead,
} satisfies Partial<OperatorHandlers>;
