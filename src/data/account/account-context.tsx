import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Account } from '#sync/account.ts';
import type { AccountIdentity } from '#sync/http/session.ts';
import type { SyncErrorCode } from '#sync/store/sync-error.ts';
import { useServices } from '../services.ts';

const AccountContext = createContext<Account | null>(null);

interface AccountProviderProps {
  identity: AccountIdentity;
  /** Shown while the database opens. */
  opening: ReactNode;
  /** Shown when it can't be opened. */
  failed: (code: SyncErrorCode, retry: () => void) => ReactNode;
  children: ReactNode;
}

/** Opens the person's local database and gives it to everything below. */
export function AccountProvider({ identity, opening, failed, children }: AccountProviderProps) {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  useEffect(() => accounts.open(identity), [accounts, identity]);

  if (state.name === 'failed') return failed(state.code, () => accounts.open(identity));
  if (state.name !== 'open') return opening;
  return <AccountContext value={state.account}>{children}</AccountContext>;
}

/** The signed-in person's local database and its commands. Only below `AccountProvider`. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (!account) throw new Error('useAccount needs an AccountProvider above it');
  return account;
}

/** Whether the browser threw this account's data away since the app last opened it (F20). */
export function useStorageLost(): boolean {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  return state.name === 'open' && state.storageLost;
}

/** The account whose database is open, for the frame around the screens, which stands before it is. */
export function useOpenAccount(): Account | null {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  return state.name === 'open' ? state.account : null;
}
