import { type Transaction } from 'kysely';
import { expiryOf } from '#schemas/lead-steps.ts';
import { lockCompany } from '../db/changes.ts';
import { transact } from '../db/database.ts';
import { type Database } from '../db/tables.ts';
import { type Services } from '../services.ts';
import { moveBySystem } from './move-by-system.ts';

/**
 * Expires the leads whose step is over. Several processes may do it at once: each company is worked
 * on under its lock, and whoever comes second finds nothing left.
 * @returns how many this call expired
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
  let expired = 0;
  for (const { company_id } of companies) {
    expired += await transact(db, (trx) => expireCompanyLeads(trx, company_id, now));
  }
  return expired;
}

/**
 * The same for one company.
 * @param now milliseconds since 1970
 */
export async function expireCompanyLeads(
  trx: Transaction<Database>,
  companyId: string,
  now: number,
): Promise<number> {
  const isDue = trx
    .selectFrom('leads')
    .select(['uuid', 'status'])
    .where('company_id', '=', companyId)
    .where('expires_on', '<=', new Date(now))
    .where('deleted', '=', false);
  // Nearly always there is none, and then nobody has to wait for the company's lock.
  if (!(await isDue.limit(1).executeTakeFirst())) return 0;
  await lockCompany(trx, companyId);
  const moves = (await isDue.execute()).flatMap(({ uuid, status }) => {
    const to = expiryOf(status);
    return to === null ? [] : [{ uuid, to }];
  });
  await moveBySystem(trx, companyId, moves, now);
  return moves.length;
}
