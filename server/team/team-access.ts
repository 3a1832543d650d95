import { type Kysely, type Transaction } from 'kysely';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { managesTeam } from '#schemas/team.ts';
import { lockCompany } from '../db/changes.ts';
import { type Database } from '../db/tables.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor } from '../http/handler.ts';

/** Throws `forbidden` for decor roles, which can't have a team. */
export function requireTeam(actor: Actor): void {
  if (!isMainCompanyRole(actor.role)) throw new ApiFailure('forbidden');
}

/**
 * Finds a member of the actor's company whom the actor may change. Throws `not_found` for people who aren't members of
 * the company, for removed members, and if the actor has a decor role. Throws `forbidden` if the actor is staff.
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
 * Locks the company, so that only one person changes the team at a time. Throws `session_expired` if the actor was
 * removed while this request waited for the lock. So two owners can't remove each other.
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
