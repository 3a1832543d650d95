import { useCallback } from 'react';
import { accountCalls, type UserChanges } from '#schemas/api/account-calls.ts';
import { teamCalls } from '#schemas/api/team-calls.ts';
import type { NewTeamMember } from '#schemas/team.ts';
import { useAccount } from '#src/data/account/account-context.tsx';
import { useCall } from '#src/data/requests/use-request.ts';
import { codeOf } from '#src/data/text/error-code.ts';

/** Team requests for owners. They need a connection, and refetch the list after they have changed the team. */
export function useTeamActions() {
  const { identity, singletons } = useAccount();
  const call = useCall();
  const callOptions = { userId: identity.user_id };
  /** Ignores failures, because the request itself has succeeded and the screen refetches the list. */
  const refetchTeam = () => singletons.fetchTeam().catch(() => undefined);

  return {
    /** @throws CallError `team_full`, `phone_taken`, `invalid_phone`, `letters_not_allowed` */
    async add(member: NewTeamMember, idempotencyKey: string) {
      try {
        await call(
          teamCalls.createTeamMember,
          { body: member },
          { ...callOptions, idempotencyKey },
        );
      } catch (error) {
        // The saved list doesn't show yet that the team is full.
        if (codeOf(error) === 'team_full') await refetchTeam();
        throw error;
      }
      await refetchTeam();
    },
    /** @throws CallError `phone_taken`, `phone_immutable`, `email_taken`, … */
    async change(id: string, changes: UserChanges) {
      await call(accountCalls.updateUser, { params: { id }, body: changes }, callOptions);
      await refetchTeam();
    },
    /**
     * Also succeeds if the member has already been removed.
     * @throws CallError
     */
    async remove(id: string) {
      try {
        await call(teamCalls.deleteTeamMember, { params: { id } }, callOptions);
      } catch (error) {
        if (codeOf(error) !== 'not_found') throw error;
      }
      await refetchTeam();
    },
    /** @throws CallError `not_found` if they left the team, `too_many_requests` */
    async resend(id: string) {
      await call(teamCalls.sendTeamInvitation, { params: { id } }, callOptions);
    },
  };
}

/** Returns a function that fetches the team. The function throws CallError. */
export function useFetchTeam(): () => Promise<void> {
  const { singletons } = useAccount();
  return useCallback(() => singletons.fetchTeam(), [singletons]);
}
