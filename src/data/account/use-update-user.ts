import { useCallback } from 'react';
import { accountCalls, type UserChanges } from '#schemas/api/account-calls.ts';
import { useCall } from '../requests/use-call.ts';
import { useAccount } from './account-context.tsx';

/**
 * Changes the person's own profile, consents, language or options: a request, only while online. What
 * the server made of it is on this device at once.
 * @throws CallError
 */
export function useUpdateUser(): (changes: UserChanges) => Promise<void> {
  const { identity, singletons } = useAccount();
  const call = useCall();
  return useCallback(
    async (changes) => {
      const asked = { params: { id: identity.user_id }, body: changes };
      const self = await call(accountCalls.updateUser, asked, { userId: identity.user_id });
      // Under one's own id it is oneself, and never a member of the team.
      if ('company' in self) await singletons.storeSelf(self);
    },
    [identity, singletons, call],
  );
}
