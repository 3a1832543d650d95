import { randomUUID } from 'node:crypto';
import { type LeadStatus, canMove } from '#schemas/lead-status.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { recordEdits } from './lead-history.ts';
import { getLeadExpiry } from './lead-deadlines.ts';
import { type Transaction } from 'kysely';
import { type Lead } from '#schemas/lead.ts';
import { roles } from '#schemas/roles.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { notify } from '../notifications/notify.ts';

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
 * Offers a lead to a company and notifies its people. Called for the manufacturer's sales system.
 * @returns the new lead's id
 * Throws `forbidden` if the company doesn't accept leads; fails if it doesn't exist.
 */
export function offerLead(
  companyId: string,
  offeredLead: OfferedLead,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<string> {
  const now = clock.now();
  const uuid = randomUUID();
  const opId = randomUUID();
  return transact(db, async (trx) => {
    await lockCompany(trx, companyId);
    const company = await trx
      .selectFrom('companies')
      .select(['accepts_leads', 'availability'])
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow();
    if (!company.accepts_leads || !company.availability) throw new ApiFailure('forbidden');
    const rev = await nextRev(trx, companyId);
    await trx
      .insertInto('leads')
      .values({
        uuid,
        company_id: companyId,
        rev,
        op_id: opId,
        created_at: new Date(now),
        updated_at: new Date(now),
        status: 'new',
        expires_on: getLeadExpiry('new', now),
        customer_info: toJsonb(offeredLead.customer_info),
        mobile: offeredLead.Mobile,
        mobile_phone: offeredLead.MobilePhone,
        email: offeredLead.EmailForwindow,
        windows: offeredLead.window_windows_number,
        products: toJsonb(offeredLead.products),
        extras: toJsonb(offeredLead.extras),
        notes: offeredLead.NotesFromVELUXClub,
        installation_day: null,
        project_id: null,
        moved_by: 'operator',
        mover_id: null,
        moved_at: new Date(now),
      })
      .execute();
    await recordEdits(trx, [{ leadUuid: uuid, opId, rev, parts: [] }], now);
    await emailOwners(trx, companyId, offeredLead.customer_info.City, now);
    await notify(trx, companyId, {
      event: 'lead_new',
      meta: { lead_uuid: uuid },
      values: { subject: offeredLead.customer_info.City },
      now,
    });
    return uuid;
  });
}

/** E-mails the owners the town and the deadline, but no customer data. */
async function emailOwners(
  trx: Transaction<Database>,
  companyId: string,
  town: string,
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
    { template: 'lead_offered', data: { place: town, answer_by } },
    now,
  );
}

/**
 * Moves a lead on behalf of an operator: rejects it or offers it again.
 * Throws `lead_not_found`, `move_not_allowed`.
 */
export function moveLeadByOperator(
  uuid: string,
  to: LeadStatus,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const lead = await trx
      .selectFrom('leads')
      .select('company_id')
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (!lead) throw new ApiFailure('lead_not_found');
    await lockCompany(trx, lead.company_id);
    const { status } = await trx
      .selectFrom('leads')
      .select('status')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    if (!canMove(status, to, 'operator')) throw new ApiFailure('move_not_allowed');
    const rev = await nextRev(trx, lead.company_id);
    const opId = randomUUID();
    await trx
      .updateTable('leads')
      .set({
        status: to,
        rev,
        op_id: opId,
        updated_at: new Date(now),
        expires_on: getLeadExpiry(to, now),
        // A lead offered again starts without a project; the cancelled one stays lost.
        ...(to === 'new' && { project_id: null }),
        moved_by: 'operator',
        mover_id: null,
        moved_at: new Date(now),
      })
      .where('uuid', '=', uuid)
      .execute();
    await recordEdits(trx, [{ leadUuid: uuid, opId, rev, parts: ['status'] }], now);
  });
}

/**
 * Enables or disables leads for a company. Idempotent. Existing leads are hidden while disabled and
 * reappear later.
 * Throws `not_found` if the company doesn't exist.
 */
export async function setLeadsEnabled(
  companyId: string,
  accepts_leads: boolean,
  { db }: Pick<Services, 'db'>,
): Promise<void> {
  const changed = await db
    .updateTable('companies')
    .set({ accepts_leads })
    .where('id', '=', companyId)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new ApiFailure('not_found');
}
