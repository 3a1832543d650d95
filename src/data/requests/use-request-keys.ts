import { useMemo } from 'react';
import { useAccount } from '../account/account-context.tsx';
import { createKeys, type RequestKeys } from './request-keys.ts';

/**
 * The idempotency keys of one kind of request of this account.
 * @param kind what is requested, as a part of the name they are kept under
 */
export function useRequestKeys(kind: 'order' | 'project' | 'top-up'): RequestKeys {
  const { user_id: userId } = useAccount().identity;
  return useMemo(
    () =>
      createKeys(localStorage, `draft:${userId}:keys-${kind}`, {
        makeKey: () => crypto.randomUUID(),
        now: Date.now,
      }),
    [userId, kind],
  );
}
