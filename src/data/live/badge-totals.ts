/** Totals for the badges in the navigation and header. */
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { map, of } from 'rxjs';
import { countItems } from '#schemas/cart-count.ts';
import type { UnsentCounts } from '#sync/outbox/counts.ts';
import { useOpenAccount } from '../account/account-context.tsx';
import { liveStore, useLiveQuery } from './use-live-query.ts';

/**
 * Number of unsent items, including rejected ones and products without a project. 0 while no account is open, because
 * the app's frame renders before that.
 */
export function useUnsentTotal(): number {
  return useUnsent(({ total }) => total);
}

/** Number of unsent items except products without a project. */
export function useUnsentExceptCapturedTotal(): number {
  return useUnsent(({ total, kinds }) => total - kinds.scan.captured);
}

/** Number of scanned products without a project. */
export function useCapturedTotal(): number {
  return useUnsent(({ kinds }) => kinds.scan.captured);
}

function useUnsent(count: (unsent: UnsentCounts) => number): number {
  const account = useOpenAccount();
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = account?.status$.subscribe(listener);
      return () => subscription?.unsubscribe();
    },
    [account],
  );
  return useSyncExternalStore(subscribe, () => {
    const unsentCounts = account?.status().unsent;
    return unsentCounts ? count(unsentCounts) : 0;
  });
}

/** Number of unopened notifications; 0 while no account is open. */
export function useUnreadTotal(): number {
  const account = useOpenAccount();
  const store = useMemo(
    () =>
      liveStore(
        account?.collections.notifications.count({ selector: { mark: { $eq: 'unread' } } }).$ ??
          of(0),
      ),
    [account],
  );
  const state = useSyncExternalStore(store.subscribe, store.current);
  return state.name === 'value' ? state.value : 0;
}

/** Number of items in this device's cart. */
export function useCartTotal(): number {
  const total = useLiveQuery(
    (account) => account.collections.cart.find().$.pipe(map(countItems)),
    [],
  );
  return total ?? 0;
}
