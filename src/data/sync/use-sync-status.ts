import { useState, useSyncExternalStore } from 'react';
import type { Connection } from '#sync/http/connectivity.ts';
import type { SyncStatus } from '#sync/status/status.ts';
import { useAccount } from '../account/account-context.tsx';
import { useLiveQuery } from '../live/use-live-query.ts';
import { useServices } from '../services.ts';
import { debouncedConnection } from './debounced-connection.ts';

/** What the screen may know of the sending and fetching of this account. */
export function useSyncStatus(): SyncStatus {
  const account = useAccount();
  return useLiveQuery((open) => open.status$, []) ?? account.status();
}

/** Whether the server can really be reached, by the probe's answer and not by the browser's guess. */
export function useConnection(): Connection {
  const { connectivity } = useServices();
  return useSyncExternalStore(connectivity.subscribe, connectivity.state);
}

/** The same for a notice, which does not come and go with every single call. */
export function useDebouncedConnection(): Connection {
  const { connectivity } = useServices();
  const [debounced] = useState(() => debouncedConnection(connectivity));
  return useSyncExternalStore(debounced.subscribe, debounced.state);
}
