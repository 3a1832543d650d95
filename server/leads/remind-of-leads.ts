import { type Kysely, sql, type Transaction } from 'kysely';
import { type CustomerInfo } from '#schemas/project-lead.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { notify } from '../notifications/notify.ts';
import { type Services } from '../services.ts';

/** So long before its step is over a lead is brought to mind, in ms: a working day is left then. */
const REMINDED_BEFORE_MS = 86_400_000;

/**
 * Reminds the people of a company, once for each deadline, of the leads whose step is over within a day. Several
 * processes may do it at once: each company is worked on under its lock, and whoever comes second finds nothing left.
 * @returns of how many leads this call reminded
 */
export async function remindOfLeads({
  db,
  clock,
}: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const companies = await dueLeads(db, now).select('leads.company_id').distinct().execute();
  let reminded = 0;
  for (const { company_id } of companies) {
    reminded += await transact(db, (trx) => remindCompany(trx, company_id, now));
  }
  return reminded;
}

async function remindCompany(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
): Promise<number> {
  await lockCompany(trx, companyId);
  const due = await dueLeads(trx, now)
    .where('leads.company_id', '=', companyId)
    .select(['leads.uuid', 'leads.customer_info'])
    .orderBy('leads.expires_on')
    .execute();
  for (const { uuid, customer_info } of due) {
    await notify(trx, companyId, {
      event: 'lead_expiring',
      meta: { lead_uuid: uuid },
      // Written only from what passed the wire's schema.
      values: { subject: (customer_info as CustomerInfo).City },
      now,
    });
    // Only the server knows of it: no device is told, so it takes no `rev`.
    await trx
      .updateTable('leads')
      .set(({ ref }) => ({ reminded_for: ref('expires_on') }))
      .where('uuid', '=', uuid)
      .execute();
  }
  return due.length;
}

/** Leads that are over within a day, of whose deadline nobody was reminded; of companies that may have any. */
function dueLeads(db: Kysely<Database>, now: number) {
  return db
    .selectFrom('leads')
    .innerJoin('companies', 'companies.id', 'leads.company_id')
    .where('companies.accepts_leads', '=', true)
    .where('leads.deleted', '=', false)
    .where('leads.expires_on', '>', new Date(now))
    .where('leads.expires_on', '<=', new Date(now + REMINDED_BEFORE_MS))
    .where(sql<boolean>`leads.reminded_for is distinct from leads.expires_on`);
}
