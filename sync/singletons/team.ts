import { teamCalls } from '#schemas/api/team-calls.ts';
import { isMainCompanyRole } from '#schemas/roles.ts';
import { TEAM_PAGE_SIZE, type TeamMember } from '#schemas/team.ts';
import type { Keeping, KeepSingletonsOptions } from './keep-singletons.ts';

/** Asks for everybody of the company, page after page, where the role has a team, and keeps them. @throws CallError */
export async function fetchTeam(
  kept: Keeping,
  { transport, identity }: Pick<KeepSingletonsOptions, 'transport' | 'identity'>,
): Promise<void> {
  if (!isMainCompanyRole(identity.role)) return;
  // A person waits for it.
  transport.asking.refill();
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
  await kept.keep('team', [...new Map(members.map((member) => [member.uuid, member])).values()]);
}
