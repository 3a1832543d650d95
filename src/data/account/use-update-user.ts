import { useCallback } from 'react';
import { accountCalls, type UserChanges } from '#schemas/api/account-calls.ts';
import { useCall } from '../requests/use-request.ts';
import { useAccount } from './account-context.tsx';

/**
 * Returns a function that updates the user's own profile, consents, language or options. Online only; the result is
 * stored on this device immediately. The function throws CallError.
 */
export function useUpdateUser(): (changes: UserChanges) => Promise<void> {
  const { identity, singletons } = useAccount();
  const call = useCall();
  return useCallback(
    async (changes) => {
      const request = { params: { id: identity.user_id }, body: changes };
      const self = await call(accountCalls.updateUser, request, { userId: identity.user_id });
      // With the user's own id, the result is always a full user, not a team member.
      if ('company' in self) await singletons.storeSelf(self);
    },
    [identity, singletons, call],
  );
}
