import { type Transaction, type Kysely, sql } from 'kysely';
import { DAY_MS } from '#schemas/durations.ts';
import { expiredStatusOf, type LeadStatus } from '#schemas/lead-status.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { moveLeadsBySystem } from './move-leads.ts';
import { type CustomerInfo } from '#schemas/project-lead.ts';
import { notify } from '../notifications/notify.ts';

/** Maximum days that a lead may stay in a status. An agreed lead expires with its project. */
const LEAD_TTL_DAYS: Partial<Record<LeadStatus, number>> = {
  new: 7,
  interested: 14,
  contacted: 60,
};

/**
 * Returns when a lead that has just moved to `status` expires; null if it doesn't.
 * @param now milliseconds since 1970
 */
export function getLeadExpiry(status: LeadStatus, now: number): Date | null {
  const days = LEAD_TTL_DAYS[status];
  return days === undefined ? null : new Date(now + days * DAY_MS);
}

/**
 * Expires overdue leads. Safe to run in several processes: each company is processed under its
 * lock.
 * @returns the number of leads that this call expired
 */
export async function expireLeads({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const companies = await db
    .selectFrom('leads')
    .select('company_id')
    .distinct()
    .where('expires_on', '<=', new Date(now))
    .where('deleted', '=', false)
    .execute();
  let expiredCount = 0;
  for (const { company_id } of companies) {
    expiredCount += await transact(db, (trx) => expireCompanyLeads(trx, company_id, now));
  }
  return expiredCount;
}

/**
 * Expires the overdue leads of one company.
 * @param now milliseconds since 1970
 */
export async function expireCompanyLeads(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
): Promise<number> {
  const overdue = trx
    .selectFrom('leads')
    .select(['uuid', 'status'])
    .where('company_id', '=', companyId)
    .where('expires_on', '<=', new Date(now))
    .where('deleted', '=', false);
  // Usually nothing is due, so check before waiting for the company's lock.
  if (!(await overdue.limit(1).executeTakeFirst())) return 0;
  await lockCompany(trx, companyId);
  const moves = (await overdue.execute()).flatMap(({ uuid, status }) => {
    const to = expiredStatusOf(status);
    return to === null ? [] : [{ uuid, to }];
  });
  await moveLeadsBySystem(trx, companyId, moves, now);
  return moves.length;
}

/** Companies are reminded this long before the expiry, so that they have about a working day to react. */
const REMIND_BEFORE_MS = DAY_MS;

/**
 * Notifies companies about leads that expire within a day, once per deadline. Safe to run in
 * several processes: each company is processed under its lock.
 * @returns the number of leads for which this call sent a reminder
 */
export async function remindOfLeads({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const companies = await selectDueLeads(db, now).select('leads.company_id').distinct().execute();
  let remindedCount = 0;
  for (const { company_id } of companies) {
    remindedCount += await transact(db, (trx) => remindCompany(trx, company_id, now));
  }
  return remindedCount;
}

async function remindCompany(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
): Promise<number> {
  await lockCompany(trx, companyId);
  const dueLeads = await selectDueLeads(trx, now)
    .where('leads.company_id', '=', companyId)
    .select(['leads.uuid', 'leads.customer_info'])
    .orderBy('leads.expires_on')
    .execute();
  for (const { uuid, customer_info } of dueLeads) {
    await notify(trx, companyId, {
      event: 'lead_expiring',
      meta: { lead_uuid: uuid },
      // Validated by the wire schema when it was written.
      values: { subject: (customer_info as CustomerInfo).City },
      now,
    });
    // Server-only field, so devices need no new `rev`.
    await trx
      .updateTable('leads')
      .set(({ ref }) => ({ reminded_for: ref('expires_on') }))
      .where('uuid', '=', uuid)
      .execute();
  }
  return dueLeads.length;
}

/**
 * Selects the leads that expire within a day and for which no reminder of that deadline has been sent. Only includes
 * companies that accept leads.
 */
function selectDueLeads(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('leads')
    .innerJoin('companies', 'companies.id', 'leads.company_id')
    .where('companies.accepts_leads', '=', true)
    .where('leads.deleted', '=', false)
    .where('leads.expires_on', '>', new Date(now))
    .where('leads.expires_on', '<=', new Date(now + REMIND_BEFORE_MS))
    .where(sql<boolean>`leads.reminded_for is distinct from leads.expires_on`);
}
