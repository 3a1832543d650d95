import { useCallback, useSyncExternalStore } from 'react';
import { useOpenAccount } from '../account/use-open-account.ts';

/**
 * How many pieces of work the server does not have, refused ones among them; 0 while no account is
 * open or counted. For the frame around the screens, which stands before the account does.
 */
export function useUnsentTotal(): number {
  const account = useOpenAccount();
  const subscribe = useCallback(
    (listener: () => void) => {
      const watch = account?.status$.subscribe(listener);
      return () => watch?.unsubscribe();
    },
    [account],
  );
  return useSyncExternalStore(subscribe, () => account?.status().unsent?.total ?? 0);
}
