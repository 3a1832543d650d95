import type { Observable, Subscription } from 'rxjs';
import { useMemo, useSyncExternalStore } from 'react';
import type { LocalAccount } from '#sync/account.ts';
import { useAccount } from '../account/account-context.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';

/** State of a live query. */
type LiveState<T> =
  | { name: 'loading' }
  | { name: 'value'; value: T }
  | { name: 'failed'; error: unknown };

/** A query's latest result, updated while there are listeners. */
interface LiveStore<T> {
  current: () => LiveState<T>;
  subscribe: (listener: () => void) => () => void;
}

const loading = { name: 'loading' } as const;

/**
 * Subscribes to the observable with the first listener and unsubscribes with the last. The last result stays
 * readable in between, so a rerender never falls back to loading.
 */
export function liveStore<T>(source: Observable<T>): LiveStore<T> {
  const listeners = new Set<() => void>();
  let state: LiveState<T> = loading;
  let subscription: Subscription | null = null;

  const publish = (nextState: LiveState<T>) => {
    state = nextState;
    for (const listener of [...listeners]) listener();
  };

  return {
    current: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      subscription ??= source.subscribe({
        next: (value) => publish({ name: 'value', value }),
        error: (error: unknown) => publish({ name: 'failed', error }),
      });
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        subscription?.unsubscribe();
        subscription = null;
      };
    },
  };
}

/**
 * Allowed query dependencies. An object created on every render would restart the query each time, and the
 * screen would fall back to loading.
 */
export type Dependency = string | number | boolean | null | undefined;

/**
 * Subscribes to a query of the local database. RxDB's own hook restarts for every new query object, but this
 * hook restarts only if the account or `deps` change.
 * @param createQuery creates the query from the plain values in `deps`
 * @returns the latest result; undefined until the first. A failed query throws into the route's error boundary.
 */
export function useLiveQuery<T>(
  createQuery: (account: LocalAccount) => Observable<T>,
  deps: readonly Dependency[],
): T | undefined {
  const account = useAccount();
  // `createQuery` is new on every render, so only the account and `deps` count.
  // oxlint-disable-next-line react/exhaustive-deps
  const store = useMemo(() => liveStore(createQuery(account)), [account, ...deps]);
  const state = useSyncExternalStore(store.subscribe, store.current);
  useBlockReveal(state.name === 'loading');
  if (state.name === 'failed') throw state.error;
  return state.name === 'value' ? state.value : undefined;
}
