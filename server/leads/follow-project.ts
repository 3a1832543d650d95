import { type Transaction } from 'kysely';
import { type LeadStatus, mayMove } from '#schemas/lead-steps.ts';
import { type Database } from '../db/tables.ts';
import { moveBySystem } from './move-by-system.ts';

/**
 * Lets leads follow their projects, in the transaction that closes them or makes them lost.
 * @param to what an agreed lead of one of the projects becomes
 * @param now milliseconds since 1970
 */
export async function moveProjectLeads(
  trx: Transaction<Database>,
  companyId: string,
  projectUuids: readonly string[],
  to: Extract<LeadStatus, 'closed' | 'expired-agreement'>,
  now: number,
): Promise<void> {
  if (projectUuids.length === 0) return;
  const leads = await trx
    .selectFrom('leads')
    .select(['uuid', 'status'])
    .where('company_id', '=', companyId)
    .where('project_id', 'in', projectUuids)
    .where('deleted', '=', false)
    .execute();
  const moves = leads.flatMap(({ uuid, status }) =>
    mayMove(status, to, 'system') ? [{ uuid, to }] : [],
  );
  await moveBySystem(trx, companyId, moves, now);
}
