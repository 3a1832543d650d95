import { isMainCompanyRole } from '#schemas/roles.ts';
import { TEAM_PAGE_SIZE } from '#schemas/team.ts';
import { transact } from '../db/database.ts';
import { newestFirstPage } from '../db/list-page.ts';
import { ApiFailure } from '../http/failure.ts';
import { type Actor, type Handlers } from '../http/handler.ts';
import { type Services } from '../services.ts';
import { addTeamMember } from './add-member.ts';
import { loadCompanyName, enforceTeamMessageLimits, sendInvitation } from './send-invitation.ts';
import { findManageableMember, requireTeam } from './team-access.ts';
import { removeTeamMember } from './remove-member.ts';
import { memberFromRow, selectTeam } from './member-row.ts';

/** Resends a member's invitation. */
async function inviteAgain(id: string, actor: Actor, services: Services) {
  const member = await findManageableMember(services.db, actor, id);
  await enforceTeamMessageLimits(services, actor, member.email ?? member.phone);
  const company = await loadCompanyName(services.db, actor);
  await transact(services.db, (trx) => sendInvitation(trx, services, member, company));
  return {};
}

/** Team calls (spec 2 §2). */
export const teamHandlers = {
  async listTeamMembers({ query, actor }, { db }) {
    requireTeam(actor);
    const { page = 1, limit = TEAM_PAGE_SIZE } = query;
    return newestFirstPage(
      db,
      selectTeam(db, actor.companyId),
      { page, limit },
      memberFromRow(actor),
    );
  },

  async getTeamMember({ params, actor }, { db }) {
    const row = await selectTeam(db, actor.companyId)
      .where('installers.id', '=', params.id.toLowerCase())
      .executeTakeFirst();
    if (row === undefined || !isMainCompanyRole(actor.role)) throw new ApiFailure('not_found');
    return memberFromRow(actor)(row);
  },

  createTeamMember: addTeamMember,
  deleteTeamMember: removeTeamMember,

  // This is a GET request that sends a message, because the specification requires it. Newer apps use POST.
  resendTeamInvitation: ({ params: { id }, actor }, services) => inviteAgain(id, actor, services),
  sendTeamInvitation: ({ params: { id }, actor }, services) => inviteAgain(id, actor, services),
} satisfies Partial<Handlers>;
