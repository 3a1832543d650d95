import { teamCalls } from '#schemas/api/team-calls.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { TEAM_PAGE_SIZE, type TeamMember } from '#schemas/team.ts';
import type { SingletonStore, SingletonOptions } from './singleton-commands.ts';

/** Asks for everybody of the company, page after page, where the role has a team, and keeps them. @throws CallError */
export async function fetchTeam(
  kept: SingletonStore,
  { transport, identity }: Pick<SingletonOptions, 'transport' | 'identity'>,
): Promise<void> {
  if (!isMainCompanyRole(identity.role)) return;
  // A person waits for it.
  transport.requestBudget.refill();
  const members: TeamMember[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, meta } = await transport.call(
      teamCalls.team,
      { query: { page, limit: TEAM_PAGE_SIZE } },
      { userId: identity.user_id, budget: 'in_turn' },
    );
    members.push(...data);
    last = meta.last_page;
  }
  // Somebody who was added meanwhile moves another one to the next page.
  await kept.keep('team', [...new Map(members.map((member) => [member.uuid, member])).values()]);
}
