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
  /** Rendered if opening fails. */
  renderFailure: (code: SyncErrorCode, retry: () => void) => ReactNode;
  /** @param isOpen true if the account is available to the children */
  children: (isOpen: boolean) => ReactNode;
}

/** Opens the user's local database and provides it to its children. */
export function AccountProvider({ identity, renderFailure, children }: AccountProviderProps) {
  const { accounts } = useServices();
  const state = useAccountState();
  // Opens the database after the first paint, because opening it earlier delayed that paint by 0.2 s on a slow phone.
  useEffect(() => accounts.open(identity), [accounts, identity]);

  if (state.name === 'failed') return renderFailure(state.code, () => accounts.open(identity));
  const account = state.name === 'open' ? state.account : null;
  return <AccountContext value={account}>{children(account !== null)}</AccountContext>;
}

/**
 * Returns the account's state. A newly opened account is rendered as a deferred update, in slices, so that presses
 * are handled in between.
 */
function useAccountState(): AccountState {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  const deferredState = useDeferredValue(state);
  return state.name === 'open' && deferredState !== state ? { name: 'opening' } : state;
}

/** Returns the signed-in user's account: local database and commands. Requires `AccountProvider`. */
export function useAccount(): LocalAccount {
  const account = useContext(AccountContext);
  if (!account) throw new Error('useAccount must be used inside an AccountProvider');
  return account;
}

/** True if the browser deleted this account's data since the app last opened it (F20). */
export function useStorageLost(): boolean {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  return state.name === 'open' && state.isStorageLost;
}

/** Returns the open account, or null. For the frame, which renders before the database is open. */
export function useOpenAccount(): LocalAccount | null {
  const { accounts } = useServices();
  const state = useSyncExternalStore(accounts.subscribe, accounts.current);
  return state.name === 'open' ? state.account : null;
}
