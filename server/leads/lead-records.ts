import { type Lead } from '#schemas/lead.ts';
import { canMove, leadGroupOf } from '#schemas/lead-status.ts';
import { type LeadOffer } from '#schemas/operator/lead-calls.ts';
import { type operatorCalls } from '#schemas/operator/operator-calls.ts';
import { regionCodeOf, type RegionId } from '#schemas/regions.ts';
import { locateByTown } from '../addresses/town-coordinates.ts';
import { type OperatorActor, type OperatorHandler } from '../console/operator-handler.ts';
import { findClaim } from '../console/record-claims.ts';
import { fixedEntries, readTimeline, type TimelineSource } from '../console/record-timeline.ts';
import { createNameFormatter, readsPersonalData } from '../companies/personal-data.ts';
import { ApiFailure } from '../http/failure.ts';
import { messagesAbout } from '../messages/queue/message-log.ts';
import { notificationsAbout } from '../notifications/notification-entries.ts';
import {
  toCompany,
  toHomeowner,
  listedLead,
  type LeadWithCompany,
  selectLeadsWithCompanies,
} from './list-leads.ts';
import { listedRequest, requestClaims, type RequestRow } from './list-requests.ts';
import { fullContact, maskedContact, personalRegions } from './lead-masks.ts';
import { matchCompanies } from './match-companies.ts';

async function readRequest({ queries }: OperatorActor, id: string): Promise<RequestRow> {
  return queries
    .selectFrom('lead_requests')
    .selectAll()
    .where('uuid', '=', id)
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
}

async function readLeadRow(operator: OperatorActor, id: string): Promise<LeadWithCompany> {
  return selectLeadsWithCompanies(operator)
    .where('leads.uuid', '=', id)
    .executeTakeFirstOrThrow(() => new ApiFailure('not_found'));
}

/** A request's offers, newest first. */
function readOffers(operator: OperatorActor, request: string): Promise<LeadWithCompany[]> {
  return selectLeadsWithCompanies(operator)
    .where('leads.request_id', '=', request)
    .orderBy('leads.created_at', 'desc')
    .execute();
}

function toOffer(row: LeadWithCompany): LeadOffer {
  return {
    lead: row.uuid,
    company: toCompany(row),
    status: row.status,
    offered_at: row.created_at.toISOString(),
    moved_at: row.moved_at.toISOString(),
    moved_by: row.moved_by,
    expires_on: row.expires_on?.toISOString() ?? null,
  };
}

export const getLeadRequest: OperatorHandler<typeof operatorCalls.getLeadRequest> = async (
  { params: { id }, operator },
  { db, clock },
) => {
  const row = await readRequest(operator, id);
  const offers = await readOffers(operator, row.uuid);
  const canRead = personalRegions(operator).has(row.region_id);
  return {
    ...listedRequest(row, canRead, offers.length),
    claimed: await findClaim(db, requestClaims(operator), row.uuid, clock.now()),
    contact: maskedContact(row, canRead),
    can_reveal: canRead && row.erased_at === null,
    consent_day: row.consent_day,
    place_kind: row.place_kind,
    offers: offers.length,
    companies: offers.map(toOffer),
  };
};

export const getLead: OperatorHandler<typeof operatorCalls.getLead> = async ({
  params: { id },
  operator,
}) => {
  const row = await readLeadRow(operator, id);
  const request = row.request_id === null ? null : await readRequest(operator, row.request_id);
  const offers = request === null ? [row] : await readOffers(operator, request.uuid);
  const canRead = personalRegions(operator).has(row.region_id);
  const homeowner = toHomeowner(row);
  const isLatest = request === null || request.current_lead === row.uuid;
  const isActive =
    isLatest && request?.state !== 'ended' && (request === null || request.erased_at === null);
  const group = leadGroupOf(row.status);
  const canRenew = isActive && canMove(row.status, 'new', 'operator');
  return {
    ...listedLead(row, canRead),
    contact: maskedContact(homeowner, canRead),
    can_reveal: canRead,
    companies: offers.map(toOffer),
    service: (row.extras as Lead['extras']).CustomerRequested,
    installation_day: row.installation_day,
    reasons: row.reasons as Lead['reasons'],
    is_erased: request !== null && request.erased_at !== null,
    can_withdraw: group === 'open',
    can_renew: canRenew,
    can_offer: isActive && (group === 'open' || group === 'other'),
  };
};

/**
 * Returns timeline entries for a request's arrival, for its offers to companies, and for each offer's last move if the
 * company or a deadline made it. `readTimeline` adds operators' actions.
 */
function leadSource(
  request: { readonly uuid: string; readonly created_at: Date } | null,
  offers: readonly LeadWithCompany[],
): TimelineSource {
  const createEntry = (id: string, at: Date, what: string) =>
    ({ id, at, kind: 'server', what }) as const;
  const receivedEntries =
    request === null ? [] : [createEntry(request.uuid, request.created_at, 'lead_received')];
  const offerEntries = offers.flatMap((offer) => {
    const { uuid, status, created_at, moved_at, moved_by, company_name } = offer;
    const offeredEntry = createEntry(`offered-${uuid}`, created_at, 'lead_offered');
    const movedEntry = createEntry(`moved-${uuid}`, moved_at, `lead_${status}`);
    const details = [company_name];
    return [
      { ...offeredEntry, details },
      ...(moved_by === 'system' ? [{ ...movedEntry, details }] : []),
      ...(moved_by === 'installer' ? [{ ...movedEntry, details, kind: 'installer' as const }] : []),
    ];
  });
  return fixedEntries([...receivedEntries, ...offerEntries]);
}

export const listLeadRequestTimeline: OperatorHandler<
  typeof operatorCalls.listLeadRequestTimeline
> = async ({ params, query, operator }, { db }) => {
  const row = await readRequest(operator, params.id);
  const offers = await readOffers(operator, row.uuid);
  return readTimeline(db, row.uuid, query, [
    leadSource(row, offers),
    ...leadMessages(operator, row.region_id, offers),
  ]);
};

export const listLeadTimeline: OperatorHandler<typeof operatorCalls.listLeadTimeline> = async (
  { params, query, operator },
  { db },
) => {
  const row = await readLeadRow(operator, params.id);
  return readTimeline(db, row.uuid, query, [
    leadSource(null, [row]),
    ...leadMessages(operator, row.region_id, [row]),
  ]);
};

/** Notifications and emails to the companies' people about their leads. */
function leadMessages(
  operator: OperatorActor,
  region: RegionId,
  leads: readonly LeadWithCompany[],
): TimelineSource[] {
  const formatName = createNameFormatter(readsPersonalData(operator, region));
  const records = {
    ids: leads.map(({ uuid }) => uuid),
    companies: leads.map(({ company_id }) => company_id),
  };
  return [
    notificationsAbout('lead_uuid', records, formatName),
    messagesAbout(records.ids, formatName),
  ];
}

export const listRequestCompanies: OperatorHandler<
  typeof operatorCalls.listRequestCompanies
> = async ({ params: { id }, query, operator }, services) => {
  const { region_id, latitude, longitude, uuid } = await readRequest(operator, id);
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  const request = { region: region_id, place, request: uuid };
  return matchCompanies(services, operator.queries, request, query);
};

export const listLeadCompanies: OperatorHandler<typeof operatorCalls.listLeadCompanies> = async (
  { params: { id }, query, operator },
  services,
) => {
  const row = await readLeadRow(operator, id);
  const { region_id: region, request_id: request, company_id: owner } = row;
  const { postal_code: postalCode, city } = toHomeowner(row);
  const requestRecord = request === null ? null : await readRequest(operator, request);
  const isKnown =
    requestRecord !== null && requestRecord.latitude !== null && requestRecord.longitude !== null;
  const place = isKnown
    ? { latitude: requestRecord.latitude ?? 0, longitude: requestRecord.longitude ?? 0 }
    : locateByTown({ region: regionCodeOf(region), street: '', postalCode, city });
  return matchCompanies(services, operator.queries, { region, place, request, owner }, query);
};

/** Reads the contact details. The response stored for retries doesn't contain them. */
export const revealLeadRequest: OperatorHandler<typeof operatorCalls.revealLeadRequest> = async ({
  params: { id },
  operator,
  runAction,
}) => {
  const row = await readRequest(operator, id);
  await runAction(() => Promise.resolve({ contact: null }));
  return { contact: fullContact(row) };
};

/** Like `revealLeadRequest`. */
export const revealLead: OperatorHandler<typeof operatorCalls.revealLead> = async ({
  params: { id },
  operator,
  runAction,
}) => {
  const row = await readLeadRow(operator, id);
  await runAction(() => Promise.resolve({ contact: null }));
  return { contact: fullContact(toHomeowner(row)) };
};
