import { useMemo, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import type { LocalAccount } from '#sync/account.ts';
import { useAccount } from '../account/account-context.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { liveStore } from './live-store.ts';

/**
 * Allowed query dependencies. An object created on every render would restart the query each time, and the
 * screen would fall back to loading.
 */
export type Dependency = string | number | boolean | null | undefined;

/**
 * Subscribes to a query of the local database. RxDB's own hook restarts for every new query object; this
 * one only if the account or `deps` change.
 * @param make creates the query from the plain values in `deps`
 * @returns the latest result; undefined until the first. A failed query throws into the route's error
 * boundary.
 */
export function useLiveQuery<T>(
  make: (account: LocalAccount) => Observable<T>,
  deps: readonly Dependency[],
): T | undefined {
  const account = useAccount();
  // `make` is new on every render, so the caller's list decides.
  // oxlint-disable-next-line react/exhaustive-deps
  const store = useMemo(() => liveStore(make(account)), [account, ...deps]);
  const state = useSyncExternalStore(store.subscribe, store.current);
  useBlockReveal(state.name === 'loading');
  if (state.name === 'failed') throw state.error;
  return state.name === 'value' ? state.value : undefined;
}
