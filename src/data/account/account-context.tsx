import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useSyncExternalStore,
} from 'react';
import type { LocalAccount } from '#sync/account.ts';
import type { AccountIdentity } from '#sync/http/session.ts';
import type { SyncErrorCode } from '#sync/store/sync-error.ts';
import { useServices } from '../services.ts';
import type { AccountState } from './account-store.ts';

const AccountContext = createContext<LocalAccount | null>(null);

interface AccountProviderProps {
  identity: AccountIdentity;
  /** Shown when it can't be opened. */
  failed: (code: SyncErrorCode, retry: () => void) => ReactNode;
  /** @param isOpen whether there is an account for what is below */
  children: (isOpen: boolean) => ReactNode;
}

/** Opens the person's local database and gives it to everything below. */
export function AccountProvider({ identity, failed, children }: AccountProviderProps) {
  const { accounts } = useServices();
  const state = useAccountState();
  // Once the first screen is drawn: opened before, the store took a fifth of a second from it on a slow phone.
  useEffect(() => accounts.open(identity), [accounts, identity]);

  if (state.name === 'failed') return failed(state.code, () => accounts.open(identity));
  const account = state.name === 'open' ? state.account : null;
  return <AccountContext value={account}>{children(account !== null)}</AccountContext>;
}

/**
 * What is drawn from a store that has just been opened is a screen's whole work: it is done in slices, between which
 * presses are heard.
 */
function useAccountState(): AccountState {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  const drawn = useDeferredValue(state);
  return state.name === 'open' && drawn !== state ? { name: 'opening' } : state;
}

/** The signed-in person's local database and its commands. Only below `AccountProvider`. */
export function useAccount(): LocalAccount {
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
export function useOpenAccount(): LocalAccount | null {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  return state.name === 'open' ? state.account : null;
}
