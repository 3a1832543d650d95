import { useSyncExternalStore } from 'react';
import type { Account } from '#sync/account.ts';
import { useServices } from '../services.ts';

/** The account whose database is open, for the frame around the screens, which stands before it is. */
export function useOpenAccount(): Account | null {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  return state.name === 'open' ? state.account : null;
}
