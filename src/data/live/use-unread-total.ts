import { useMemo, useSyncExternalStore } from 'react';
import { of } from 'rxjs';
import { liveStore } from './live-store.ts';
import { useOpenAccount } from '../account/use-open-account.ts';

/** How many notifications the person has not opened; 0 while no account is open. */
export function useUnreadTotal(): number {
  const account = useOpenAccount();
  const store = useMemo(
    () =>
      liveStore(
        account?.collections.notifications.count({ selector: { mark: { $eq: 'unread' } } }).$ ??
          of(0),
      ),
    [account],
  );
  const state = useSyncExternalStore(store.subscribe, store.current);
  return state.name === 'value' ? state.value : 0;
}
