import { randomUUID } from 'node:crypto';
import { type LeadStatus, canMove } from '#schemas/lead-status.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { recordEdits } from './lead-row.ts';
import { getLeadExpiry } from './lead-deadlines.ts';
import { type Selectable, type Transaction } from 'kysely';
import { type Lead } from '#schemas/lead.ts';
import { type CustomerInfo } from '#schemas/project-lead.ts';
import { type LeadsTable } from './lead-tables.ts';
import { roles } from '#schemas/roles.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { notify } from '../notifications/notify.ts';

/** Reason for `forbidden`: an operator or the company has turned leads off. */
const TAKES_NO_LEADS = 'takes_no_leads';

/** A customer's request, as the manufacturer's sales system sends it. */
export type OfferedLead = Pick<
  Lead,
  | 'customer_info'
  | 'Mobile'
  | 'MobilePhone'
  | 'EmailForwindow'
  | 'window_windows_number'
  | 'products'
  | 'extras'
  | 'NotesFromVELUXClub'
>;

/**
 * Offers a lead to a company and notifies its people. Called for the manufacturer's sales system. Throws `forbidden` if
 * the company doesn't accept leads, and `not_found` if it doesn't exist.
 * @returns the new lead's id
 */
export function offerLead(
  companyId: string,
  offeredLead: OfferedLead,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<string> {
  return transact(db, async (trx) => {
    await lockCompany(trx, companyId);
    const lead = { uuid: randomUUID(), requestId: null, ...offeredLead };
    await insertLead(trx, companyId, lead, clock.now());
    return lead.uuid;
  });
}

/** A lead to be offered. `requestId` is null if it has no request. */
type NewLead = OfferedLead & { readonly uuid: string; readonly requestId: string | null };

/**
 * Stores a new lead and notifies the company's people. The company must be locked.
 * Throws `forbidden` if the company doesn't accept leads.
 */
export async function insertLead(
  trx: Transaction<Database>,
  companyId: string,
  lead: NewLead,
  now: number,
): Promise<void> {
  const opId = randomUUID();
  await requireLeads(trx, companyId);
  const rev = await nextRev(trx, companyId);
  await trx
    .insertInto('leads')
    .values({
      uuid: lead.uuid,
      company_id: companyId,
      rev,
      op_id: opId,
      created_at: new Date(now),
      updated_at: new Date(now),
      status: 'new',
      expires_on: getLeadExpiry('new', now),
      customer_info: toJsonb(lead.customer_info),
      mobile: lead.Mobile,
      mobile_phone: lead.MobilePhone,
      email: lead.EmailForwindow,
      windows: lead.window_windows_number,
      products: toJsonb(lead.products),
      extras: toJsonb(lead.extras),
      notes: lead.NotesFromVELUXClub,
      installation_day: null,
      project_id: null,
      moved_by: 'operator',
      mover_id: null,
      moved_at: new Date(now),
      request_id: lead.requestId,
    })
    .execute();
  await recordEdits(trx, [{ leadUuid: lead.uuid, opId, rev, parts: [] }], now);
  await notifyOfOffer(trx, companyId, { uuid: lead.uuid, town: lead.customer_info.City }, now);
}

/** Throws `forbidden` if the company doesn't accept leads, because its app wouldn't show the lead. */
export async function requireLeads(trx: Transaction<Database>, companyId: string): Promise<void> {
  const company = await trx
    .selectFrom('companies')
    .select(['accepts_leads', 'availability'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  if (!company.accepts_leads || !company.availability) {
    throw new ApiFailure('forbidden', { details: { reason: TAKES_NO_LEADS } });
  }
}

async function notifyOfOffer(
  trx: Transaction<Database>,
  companyId: string,
  { uuid, town }: { readonly uuid: string; readonly town: string },
  now: number,
): Promise<void> {
  await emailOwners(trx, companyId, { leadId: uuid, town }, now);
  await notify(trx, companyId, {
    event: 'lead_new',
    meta: { lead_uuid: uuid },
    values: { subject: town },
    now,
  });
}

/** Emails the town and the deadline to the owners, but no customer data. */
async function emailOwners(
  trx: Transaction<Database>,
  companyId: string,
  { leadId, town }: { readonly leadId: string; readonly town: string },
  now: number,
): Promise<void> {
  const owners = await trx
    .selectFrom('installers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('role', '=', roles.owner)
    .where('active', '=', true)
    .orderBy('id')
    .execute();
  const answer_by = getLeadExpiry('new', now)?.toISOString().slice(0, 10) ?? null;
  await enqueueMessage(
    trx,
    owners.map(({ id }) => ({ installerId: id })),
    { template: 'lead_offered', data: { place: town, answer_by }, records: [leadId] },
    now,
  );
}

/**
 * Withdraws a lead on behalf of an operator.
 * Throws `lead_not_found`, `move_not_allowed`.
 */
export function withdrawLead(
  uuid: string,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  return transact(db, async (trx) => {
    const lead = await lockLead(trx, uuid);
    await moveLockedLead(trx, lead, 'rejected', clock.now());
  });
}

/** A lead whose company is locked. */
export type LockedLead = Pick<
  Selectable<LeadsTable>,
  'uuid' | 'company_id' | 'region_id' | 'request_id' | 'rev' | 'status' | 'customer_info'
>;

/** Locks a lead's company and the other given companies, and reads the lead. Throws `lead_not_found`. */
export async function lockLead(
  trx: Transaction<Database>,
  uuid: string,
  companies: readonly string[] = [],
): Promise<LockedLead> {
  const unlockedLead = await trx
    .selectFrom('leads')
    .select('company_id')
    .where('uuid', '=', uuid)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!unlockedLead) throw new ApiFailure('lead_not_found');
  // Companies are always locked in the order of their ids, to avoid deadlocks.
  for (const id of [...new Set([unlockedLead.company_id, ...companies])].sort()) {
    await lockCompany(trx, id);
  }
  return trx
    .selectFrom('leads')
    .select(['uuid', 'company_id', 'region_id', 'request_id', 'rev', 'status', 'customer_info'])
    .where('uuid', '=', uuid)
    .executeTakeFirstOrThrow();
}

/**
 * Moves a lead whose company is locked: withdraws it (`rejected`), or offers it again (`new`) and notifies the company.
 * Throws `move_not_allowed`.
 */
export async function moveLockedLead(
  trx: Transaction<Database>,
  { uuid, company_id, status, customer_info }: LockedLead,
  to: Extract<LeadStatus, 'new' | 'rejected'>,
  now: number,
): Promise<void> {
  if (!canMove(status, to, 'operator')) throw new ApiFailure('move_not_allowed');
  const rev = await nextRev(trx, company_id);
  const opId = randomUUID();
  await trx
    .updateTable('leads')
    .set({
      status: to,
      rev,
      op_id: opId,
      updated_at: new Date(now),
      expires_on: getLeadExpiry(to, now),
      // A lead offered again starts without a project; the cancelled project stays lost.
      ...(to === 'new' && { project_id: null }),
      moved_by: 'operator',
      mover_id: null,
      moved_at: new Date(now),
    })
    .where('uuid', '=', uuid)
    .execute();
  await recordEdits(trx, [{ leadUuid: uuid, opId, rev, parts: ['status'] }], now);
  // Validated by the wire schema when it was written.
  const town = (customer_info as CustomerInfo).City;
  if (to === 'new') await notifyOfOffer(trx, company_id, { uuid, town }, now);
}

/**
 * Enables or disables leads for a company. Idempotent. While leads are disabled, the existing ones are hidden; they
 * reappear when leads are enabled again.
 * Throws `not_found` if the company doesn't exist.
 */
export async function setLeadsEnabled(
  companyId: string,
  accepts_leads: boolean,
  { db }: Pick<Services, 'db'>,
): Promise<void> {
  const changedCompany = await db
    .updateTable('companies')
    .set({ accepts_leads })
    .where('id', '=', companyId)
    .returning('id')
    .executeTakeFirst();
  if (!changedCompany) throw new ApiFailure('not_found');
}
