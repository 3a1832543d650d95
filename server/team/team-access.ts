import { type Kysely, type Transaction } from 'kysely';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { managesTeam } from '#schemas/team.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';

/** Throws `forbidden` for decor roles, who have no team. */
export function requireTeam(actor: Actor): void {
  if (!isMainCompanyRole(actor.role)) throw new ApiFailure('forbidden');
}

/**
 * Somebody of the actor's own company, whom they may change. Throws `not_found` for anybody else, as for
 * who was removed, and for decor roles; `forbidden` for staff.
 */
export async function findManageableMember(db: Kysely<Database>, actor: Actor, id: string) {
  const member = await db
    .selectFrom('installers')
    .selectAll()
    .where('id', '=', id.toLowerCase())
    .where('company_id', '=', actor.companyId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (member === undefined || !isMainCompanyRole(actor.role)) throw new ApiFailure('not_found');
  if (!managesTeam(actor.role)) throw new ApiFailure('forbidden');
  return member;
}

/**
 * Locks the company: its team is changed by one person at a time. Throws `session_expired` when the
 * actor was removed while they waited, so that two owners can't remove each other.
 */
export async function lockTeam(trx: Transaction<Database>, actor: Actor): Promise<void> {
  await lockCompany(trx, actor.companyId);
  const { active } = await trx
    .selectFrom('installers')
    .select('active')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  if (!active) throw new ApiFailure('session_expired');
}
