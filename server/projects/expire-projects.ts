import { sql, type Transaction } from 'kysely';
import { projectStatus } from '#schemas/project-status.ts';
import { moveProjectLeads } from '../leads/move-leads.ts';
import { lockCompany, nextRevs } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';

const openStatuses = [projectStatus.inProgress, projectStatus.scheduled];

type ExpiryServices = Pick<Services, 'db' | 'clock'>;

/**
 * Marks open projects past their lifetime as lost. This is safe to run in several processes, because each company is
 * locked while its projects are processed.
 * @returns the number of projects that this call expired
 */
export async function expireProjects({ db, clock }: ExpiryServices): Promise<number> {
  const now = new Date(clock.now());
  const companies = await db
    .selectFrom('projects')
    .select('company_id')
    .distinct()
    .where('status', 'in', openStatuses)
    .where('deleted', '=', false)
    .where('expires_at', '<=', now)
    .execute();
  let expiredCount = 0;
  for (const { company_id } of companies) {
    expiredCount += await transact(db, (trx) => expireCompanyProjects(trx, company_id, now));
  }
  return expiredCount;
}

async function expireCompanyProjects(
  trx: Transaction<Database>,
  companyId: string,
  now: Date,
): Promise<number> {
  await lockCompany(trx, companyId);
  const dueProjects = await trx
    .selectFrom('projects')
    .select('uuid')
    .where('company_id', '=', companyId)
    .where('status', 'in', openStatuses)
    .where('deleted', '=', false)
    .where('expires_at', '<=', now)
    .execute();
  if (dueProjects.length === 0) return 0;
  const firstRev = await nextRevs(trx, companyId, dueProjects.length);
  const rows = dueProjects.map(({ uuid }, index) => ({ uuid, rev: firstRev + index }));
  await sql`
    update projects
    set status = ${projectStatus.lost}, expires_at = null, updated_at = ${now}, rev = due.rev
    from json_to_recordset(${JSON.stringify(rows)}::json) as due(uuid uuid, rev bigint)
    where projects.uuid = due.uuid`.execute(trx);
  await moveProjectLeads(
    trx,
    companyId,
    dueProjects.map(({ uuid }) => uuid),
    'expired-agreement',
    now.getTime(),
  );
  return dueProjects.length;
}
