import { randomUUID } from 'node:crypto';
import { type LeadStatus, mayMove } from '#schemas/lead-steps.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Services } from '../services.ts';
import { recordEdits } from './lead-history.ts';
import { leadExpiry } from './lead-deadlines.ts';
import { type Transaction } from 'kysely';
import { type Lead } from '#schemas/lead.ts';
import { roles } from '#schemas/roles.ts';
import { toJsonb } from '../db/jsonb.ts';
import { type Database } from '../db/tables.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { notify } from '../notifications/notify.ts';

/** What the manufacturer knows of a customer who looks for an installer. */
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
 * Offers a lead to a company, and tells its people. The manufacturer's sales system does this.
 * @returns the new lead's id
 * Throws `not_found` where there is no such company, `forbidden` when it takes no leads.
 */
export function offerLead(
  companyId: string,
  offered: OfferedLead,
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
        expires_on: leadExpiry('new', now),
        customer_info: toJsonb(offered.customer_info),
        mobile: offered.Mobile,
        mobile_phone: offered.MobilePhone,
        email: offered.EmailForwindow,
        windows: offered.window_windows_number,
        products: toJsonb(offered.products),
        extras: toJsonb(offered.extras),
        notes: offered.NotesFromVELUXClub,
        installation_day: null,
        project_id: null,
        moved_by: 'operator',
        mover_id: null,
        moved_at: new Date(now),
      })
      .execute();
    await recordEdits(trx, [{ leadUuid: uuid, opId, rev, parts: [] }], now);
    await tellOwners(trx, companyId, offered.customer_info.City, now);
    await notify(trx, companyId, {
      event: 'lead_new',
      meta: { lead_uuid: uuid },
      values: { subject: offered.customer_info.City },
      now,
    });
    return uuid;
  });
}

/** The owners, by e-mail: the place and until when, and nothing else of the customer. */
async function tellOwners(
  trx: Transaction<Database>,
  companyId: string,
  place: string,
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
  const answer_by = leadExpiry('new', now)?.toISOString().slice(0, 10) ?? null;
  await enqueueMessage(
    trx,
    owners.map(({ id }) => ({ installerId: id })),
    { template: 'lead_offered', data: { place, answer_by } },
    now,
  );
}

/**
 * An operator's move of a lead: it is rejected, or offered again.
 * Throws `lead_not_found`, `move_not_allowed`.
 */
export function moveLeadByOperator(
  uuid: string,
  to: LeadStatus,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<void> {
  const now = clock.now();
  return transact(db, async (trx) => {
    const found = await trx
      .selectFrom('leads')
      .select('company_id')
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (!found) throw new ApiFailure('lead_not_found');
    await lockCompany(trx, found.company_id);
    const { status } = await trx
      .selectFrom('leads')
      .select('status')
      .where('uuid', '=', uuid)
      .executeTakeFirstOrThrow();
    if (!mayMove(status, to, 'operator')) throw new ApiFailure('move_not_allowed');
    const rev = await nextRev(trx, found.company_id);
    const opId = randomUUID();
    await trx
      .updateTable('leads')
      .set({
        status: to,
        rev,
        op_id: opId,
        updated_at: new Date(now),
        expires_on: leadExpiry(to, now),
        // Offered again it has no project yet: the one that was cancelled stays lost.
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
 * An operator lets a company have leads, or no more of them; again it changes nothing. It is sent some once
 * its people say that they want them. Those that it has are there again should it be let have leads later.
 * Throws `not_found` where there is no such company.
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
