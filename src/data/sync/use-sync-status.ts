import { useState, useSyncExternalStore } from 'react';
import type { Connection } from '#sync/http/connectivity.ts';
import type { SyncStatus } from '#sync/status/status.ts';
import { useAccount } from '../account/account-context.tsx';
import { useLiveQuery } from '../live/use-live-query.ts';
import { useServices } from '../services.ts';

/** Returns the sync status of this account. */
export function useSyncStatus(): SyncStatus {
  const account = useAccount();
  return useLiveQuery(({ screenStatus$ }) => screenStatus$, []) ?? account.status();
}

/** Returns the connection state from actual probes rather than `navigator.onLine`. */
export function useConnection(): Connection {
  const { connectivity } = useServices();
  return useSyncExternalStore(connectivity.subscribe, connectivity.state);
}

/** Connection state, debounced for notices, so that a single failed call doesn't make them flicker. */
export function useDebouncedConnection(): Connection {
  const { connectivity } = useServices();
  const [debouncedState] = useState(() => debouncedConnection(connectivity));
  return useSyncExternalStore(debouncedState.subscribe, debouncedState.state);
}

/** Time the server must be reachable before the notice disappears, in ms. */
export const REACHABLE_FOR_MS = 2_000;

interface WatchedConnection {
  state(): Connection;
  subscribe(listener: (connection: Connection) => void): () => void;
}

/**
 * Connection state for a notice: shows problems immediately, but recovery only once it has lasted. On a flaky
 * network the notice would otherwise keep appearing and disappearing.
 */
export function debouncedConnection({ state, subscribe }: WatchedConnection): WatchedConnection {
  let displayedConnection: Connection = state();
  return {
    state: () => displayedConnection,
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (connection: Connection) => {
        displayedConnection = connection;
        listener(connection);
      };
      const unsubscribe = subscribe((connection) => {
        clearTimeout(timer);
        if (connection === 'online') timer = setTimeout(show, REACHABLE_FOR_MS, connection);
        else show(connection);
      });
      // The connection may have changed before the subscription.
      displayedConnection = state();
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
  };
}
