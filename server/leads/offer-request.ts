import { randomUUID } from 'node:crypto';
import { type Selectable, type Transaction } from 'kysely';
import { canMove, leadGroupOf } from '#schemas/lead-status.ts';
import { type Lead } from '#schemas/lead.ts';
import { type CustomerInfo } from '#schemas/project-lead.ts';
import { type RegionId } from '#schemas/regions.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { type LeadRequestsTable } from './lead-tables.ts';
import {
  insertLead,
  type LockedLead,
  lockLead,
  moveLockedLead,
  type OfferedLead,
  requireLeads,
} from './operator-leads.ts';

/**
 * A request has at most one open offer, which is its latest. Companies are locked first, in the order of their ids, and
 * then the request. When a person edits a lead, or a lead's deadline passes, the company is also locked first. A
 * trigger then locks the request (migration 070).
 */

type RequestRow = Selectable<LeadRequestsTable>;

/** A record and the version that the operator saw; null accepts any version. */
interface VersionedRecord {
  readonly uuid: string;
  readonly rev: number | null;
}

/** An operator's action on an offer, for the audit. */
export interface OfferResult {
  readonly lead: string;
  /** The request; null if a lead without a request was offered again to the same company. */
  readonly request: string | null;
  readonly region: RegionId;
  /** The previous offer, or the reopened lead itself, with its status before the action; null if there was none. */
  readonly previousOffer: Pick<LockedLead, 'uuid' | 'status'> | null;
}

/**
 * Offers a request to a company. If the request has an open offer, that offer is withdrawn first. Throws `conflict` if
 * the request has changed, `not_found` for a company of another country, and `forbidden` if the company doesn't accept
 * leads. Throws `move_not_allowed` if the request is placed, ended or erased, or is currently offered to the same
 * company.
 */
export async function offerRequest(
  trx: Transaction<Database>,
  seenRecord: VersionedRecord,
  companyId: string,
  now: number,
): Promise<OfferResult> {
  const seenRequest = await trx
    .selectFrom('lead_requests')
    .select('current_lead')
    .where('uuid', '=', seenRecord.uuid)
    .executeTakeFirst();
  if (!seenRequest) throw new ApiFailure('not_found');
  const { current_lead } = seenRequest;
  const currentLead = current_lead === null ? null : await lockLead(trx, current_lead, [companyId]);
  if (currentLead === null) await lockCompany(trx, companyId);
  const request = await lockRequest(trx, seenRecord);
  if (request.current_lead !== current_lead) throw new ApiFailure('conflict');
  return offerLockedRequest(trx, { request, currentLead, companyId }, now);
}

/** Locks a request. Throws `not_found`, and `conflict` if it no longer has the version that the operator saw. */
export async function lockRequest(
  trx: Transaction<Database>,
  { uuid, rev }: VersionedRecord,
): Promise<RequestRow> {
  const request = await trx
    .selectFrom('lead_requests')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst();
  if (!request) throw new ApiFailure('not_found');
  if (rev !== null && request.rev !== rev) throw new ApiFailure('conflict', { field: 'body.rev' });
  return request;
}

interface LockedOffer {
  readonly request: RequestRow;
  readonly currentLead: LockedLead | null;
  readonly companyId: string;
}

async function offerLockedRequest(
  trx: Transaction<Database>,
  { request, currentLead, companyId }: LockedOffer,
  now: number,
): Promise<OfferResult> {
  const { uuid: requestId, region_id, state, erased_at } = request;
  const company = await trx
    .selectFrom('companies')
    .select('regions_id')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (company.regions_id !== region_id) throw new ApiFailure('not_found');
  const isOpen = state === 'waiting' || state === 'offered';
  const hasOpenOffer = state === 'offered' && currentLead?.company_id === companyId;
  if (!isOpen || hasOpenOffer || erased_at !== null) throw new ApiFailure('move_not_allowed');
  if (state === 'offered' && currentLead !== null)
    await moveLockedLead(trx, currentLead, 'rejected', now);
  const lead = randomUUID();
  await trx
    .updateTable('lead_requests')
    .set((eb) => ({ current_lead: lead, rev: eb('rev', '+', 1), updated_at: new Date(now) }))
    .where('uuid', '=', requestId)
    .execute();
  await insertLead(trx, companyId, { uuid: lead, requestId, ...toOfferedLead(request) }, now);
  return { lead, request: requestId, region: region_id, previousOffer: currentLead };
}

/** Converts a request to the lead that the company gets. */
function toOfferedLead(request: RequestRow): OfferedLead {
  return {
    customer_info: {
      FirstName: request.first_name,
      LastName: request.last_name,
      StreetHouseNumber: request.street,
      PostalCode: request.postal_code,
      City: request.city,
    },
    Mobile: request.phone,
    MobilePhone: '',
    EmailForwindow: request.email,
    window_windows_number: request.windows,
    // Validated before it was stored.
    products: request.products as OfferedLead['products'],
    extras: {
      Notes: request.message,
      CustomerRequested: [request.service, request.wished_day]
        .filter(Boolean)
        .join(', ')
        .slice(0, 200),
    },
    NotesFromVELUXClub: '',
  };
}

/**
 * Offers a lead again. For the same company, the lead is reopened if its status allows that. Otherwise, and for another
 * company, a new lead is created. If the lead has no request, one is created as well, so that the history of its offers
 * is kept. Throws the errors of `offerRequest`, and `lead_not_found`.
 * @param companyId null for the lead's own company. In that case, no new lead is created: if the lead can't be
 * reopened, `move_not_allowed` is thrown.
 */
export async function renewLead(
  trx: Transaction<Database>,
  seenRecord: VersionedRecord,
  companyId: string | null,
  now: number,
): Promise<OfferResult> {
  const lead = await lockLead(trx, seenRecord.uuid, companyId === null ? [] : [companyId]);
  if (seenRecord.rev !== null && lead.rev !== seenRecord.rev)
    throw new ApiFailure('conflict', { field: 'body.rev' });
  const request =
    lead.request_id === null ? null : await lockRequest(trx, { uuid: lead.request_id, rev: null });
  // Fails if the request has since been offered to another company, or an operator has ended it.
  const isLatest = request === null || request.current_lead === lead.uuid;
  if (!isLatest || request?.state === 'ended') throw new ApiFailure('move_not_allowed');
  const isSameCompany = companyId === null || companyId === lead.company_id;
  if (isSameCompany && (companyId === null || canMove(lead.status, 'new', 'operator'))) {
    await requireLeads(trx, lead.company_id);
    await moveLockedLead(trx, lead, 'new', now);
    const { uuid, request_id, region_id, status } = lead;
    return { lead: uuid, request: request_id, region: region_id, previousOffer: { uuid, status } };
  }
  const offer = { currentLead: lead, companyId: companyId ?? lead.company_id };
  return offerLockedRequest(
    trx,
    { ...offer, request: request ?? (await createRequestForLead(trx, lead, now)) },
    now,
  );
}

/** Runs `renewLead` for the command `leads renew`. */
export function renewLeadByCommand(
  lead: string,
  companyId: string | null,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<OfferResult> {
  return transact(db, (trx) => renewLead(trx, { uuid: lead, rev: null }, companyId, clock.now()));
}

/** Creates the request of a lead that was offered without one. The company must be locked. */
async function createRequestForLead(
  trx: Transaction<Database>,
  lead: LockedLead,
  now: number,
): Promise<RequestRow> {
  const row = await trx
    .selectFrom('leads')
    .select(['mobile', 'mobile_phone', 'email', 'windows', 'products', 'extras', 'created_at'])
    .where('uuid', '=', lead.uuid)
    .executeTakeFirstOrThrow();
  // The jsonb columns only contain values that passed the wire schemas.
  const customer = lead.customer_info as CustomerInfo;
  const extras = row.extras as Lead['extras'];
  const request = await trx
    .insertInto('lead_requests')
    .values({
      uuid: randomUUID(),
      region_id: lead.region_id,
      created_at: row.created_at,
      updated_at: new Date(now),
      state: getRequestState(lead),
      current_lead: lead.uuid,
      source: 'lead',
      sender: null,
      reference: null,
      first_name: customer.FirstName,
      last_name: customer.LastName,
      street: customer.StreetHouseNumber,
      postal_code: customer.PostalCode,
      city: customer.City,
      phone: row.mobile || row.mobile_phone,
      email: row.email,
      windows: row.windows,
      products: toJsonb(row.products),
      service: extras.CustomerRequested,
      message: extras.Notes,
      wished_day: null,
      consent_day: null,
      latitude: null,
      longitude: null,
      place_kind: null,
      located_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  // The trigger that updates the request only fires if a lead's status is written, so the request stays as inserted.
  await trx
    .updateTable('leads')
    .set({ request_id: request.uuid })
    .where('uuid', '=', lead.uuid)
    .execute();
  return request;
}

function getRequestState({ status }: Pick<LockedLead, 'status'>): RequestRow['state'] {
  const group = leadGroupOf(status);
  if (group === 'open') return 'offered';
  return group === 'other' ? 'waiting' : 'placed';
}
