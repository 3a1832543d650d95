import { randomUUID } from 'node:crypto';
import { type Transaction } from 'kysely';
import { type Lead } from '#schemas/lead.ts';
import { roles } from '#schemas/roles.ts';
import { toJsonb } from '../db/jsonb.ts';
import { lockCompany, nextRev } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { enqueueMessage } from '../messages/queue/enqueue.ts';
import { notify } from '../notifications/notify.ts';
import { type Services } from '../services.ts';
import { recordEdits } from './lead-history.ts';
import { leadExpiry } from './lead-expiry.ts';

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
