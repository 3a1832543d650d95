import { useState, useSyncExternalStore } from 'react';
import { type Connection } from '#sync/http/connectivity.ts';
import type { SyncStatus } from '#sync/status/status.ts';
import { useAccount } from '../account/account-context.tsx';
import { useLiveQuery } from '../live/use-live-query.ts';
import { useServices } from '../services.ts';

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

/** So long the server has to be reachable until the screen stops saying that it is not, in ms. */
export const REACHABLE_FOR_MS = 2_000;

interface WatchedConnection {
  state(): Connection;
  subscribe(listener: (connection: Connection) => void): () => void;
}

/**
 * The connection as a notice says it: trouble at once, its end only when it has lasted. On a network
 * that carries one call and drops the next, the notice would come and go under the person's finger.
 */
export function debouncedConnection({ state, subscribe }: WatchedConnection): WatchedConnection {
  let shown: Connection = state();
  return {
    state: () => shown,
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (connection: Connection) => {
        shown = connection;
        listener(connection);
      };
      const stop = subscribe((connection) => {
        clearTimeout(timer);
        if (connection === 'online') timer = setTimeout(show, REACHABLE_FOR_MS, connection);
        else show(connection);
      });
      // What changed before somebody listened.
      shown = state();
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}
