import { useMemo, useSyncExternalStore } from 'react';
import type { Observable } from 'rxjs';
import type { LocalAccount } from '#sync/account.ts';
import { useAccount } from '../account/account-context.tsx';
import { useBlockReveal } from '#src/ui/feedback/block-reveal.ts';
import { liveStore } from './live-store.ts';

/**
 * What a query may depend on. An object that is made anew with every render would begin the query again
 * with each of them: the screen falls back to loading, and what a component under it knew is gone.
 */
export type Dependency = string | number | boolean | null | undefined;

/**
 * Follows a query of the local database. RxDB's own hook runs again whenever the query object is
 * another; this one only when the account or one of `deps` is.
 * @param make the query, from plain values that `deps` lists
 * @returns the latest result; undefined until the first one. A failed query throws into the
 *   route's error boundary.
 */
export function useLiveQuery<T>(
  make: (account: LocalAccount) => Observable<T>,
  deps: readonly Dependency[],
): T | undefined {
  const account = useAccount();
  // The caller's list is the point of this hook: `make` is new with every render.
  // oxlint-disable-next-line react/exhaustive-deps
  const store = useMemo(() => liveStore(make(account)), [account, ...deps]);
  const state = useSyncExternalStore(store.subscribe, store.current);
  useBlockReveal(state.name === 'loading');
  if (state.name === 'failed') throw state.error;
  return state.name === 'value' ? state.value : undefined;
}
