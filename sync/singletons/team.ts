import { teamCalls } from '#schemas/api/team-calls.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { TEAM_PAGE_SIZE, type TeamMember } from '#schemas/team.ts';
import type { SingletonOptions, SingletonStore } from './singleton-values.ts';

/**
 * Fetches and stores all company members, page by page, if the role has a team.
 * @throws CallError
 */
export async function fetchTeam(
  store: SingletonStore,
  { transport, identity }: Pick<SingletonOptions, 'transport' | 'identity'>,
): Promise<void> {
  if (!isMainCompanyRole(identity.role)) return;
  // The user is waiting for the response.
  transport.requestBudget.refill();
  const members: TeamMember[] = [];
  for (let page = 1, lastPage = 1; page <= lastPage; page += 1) {
    const { data, meta } = await transport.call(
      teamCalls.listTeamMembers,
      { query: { page, limit: TEAM_PAGE_SIZE } },
      { userId: identity.user_id, budget: 'in_turn' },
    );
    members.push(...data);
    lastPage = meta.last_page;
  }
  // A member added in the meantime shifts the others onto the next page, so ids can repeat.
  await store.save('team', [...new Map(members.map((member) => [member.uuid, member])).values()]);
}
