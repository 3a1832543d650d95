import { teamCalls } from '#schemas/api/team-calls.ts';
import { TEAM_PAGE_SIZE, type TeamMember } from '#schemas/team.ts';
import type { AccountIdentity } from '../http/session.ts';
import type { Transport } from '../http/transport.ts';

/** Everybody of the company, page after page. A file of its own: it is loaded where somebody looks at the team. @throws CallError */
export async function fetchTeam(
  transport: Transport,
  identity: AccountIdentity,
): Promise<TeamMember[]> {
  const members: TeamMember[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data, meta } = await transport.call(
      teamCalls.team,
      { query: { page, limit: TEAM_PAGE_SIZE } },
      { userId: identity.user_id, asks: 'in_turn' },
    );
    members.push(...data);
    last = meta.last_page;
  }
  // Somebody who was added meanwhile moves another one to the next page.
  return [...new Map(members.map((member) => [member.uuid, member])).values()];
}
